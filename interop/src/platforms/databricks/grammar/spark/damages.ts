/** One thing that is wrong with the frame of a script. */
interface Damage {
  readonly name: string;
  /** Where it is; the first such place is damaged. */
  readonly place: RegExp;
  readonly instead: string;
}

/** A parser that swallows what it does not know would miss these. */
const DAMAGES: readonly Damage[] = [
  { name: 'BEGIN misspelt', place: /^BEGIN$/m, instead: 'BEGN' },
  { name: 'IF misspelt', place: /^( *)IF\b/m, instead: '$1IFF' },
  { name: 'ELSEIF in two words', place: /^( *)ELSEIF\b/m, instead: '$1ELSE IF' },
  { name: 'THEN missing', place: / THEN$/m, instead: '' },
  { name: 'END IF missing', place: /^ *END IF;$/m, instead: '' },
  { name: 'END IF as END', place: /^( *)END IF;$/m, instead: '$1END;' },
  { name: 'EXISTS without brackets', place: /EXISTS \((.*)\) THEN$/m, instead: 'EXISTS $1 THEN' },
  { name: 'no semicolon after END IF', place: /^( *END IF);$/m, instead: '$1' },
  { name: 'no END', place: /^END;$/m, instead: '' },
  { name: 'a quote that does not end', place: /:catalog'/, instead: ':catalog' },
];

/** A text, once with each violations that it has a place for. */
export function damaged(text: string): readonly { readonly name: string; readonly text: string }[] {
  return DAMAGES.flatMap(({ name, place, instead }) =>
    place.test(text) ? [{ name, text: text.replace(place, instead) }] : [],
  );
}
