/** An error in the frame of a script. A parser that skips unknown text would miss it. */
interface FrameError {
  readonly name: string;
  /** The place of the error; the first match is changed. */
  readonly place: RegExp;
  readonly instead: string;
}

const FRAME_ERRORS: readonly FrameError[] = [
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

/** Returns a text once with each error that applies to it. */
export function withFrameErrors(text: string): readonly { readonly name: string; readonly text: string }[] {
  return FRAME_ERRORS.flatMap(({ name, place, instead }) =>
    place.test(text) ? [{ name, text: text.replace(place, instead) }] : [],
  );
}
