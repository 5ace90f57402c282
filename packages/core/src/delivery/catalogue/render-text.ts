interface Substitute {
  /** Another field with nearly the same meaning. */
  readonly field?: string;
  /** A general word, if that field is absent as well. */
  readonly word: string;
  /** The word if the template contains the other field itself. */
  readonly wordBeside?: string;
}

/** The words that replace fields that the metadata does not contain. */
const SUBSTITUTES: Readonly<Record<string, Substitute>> = {
  actionByName: { word: 'someone' },
  targetUserName: { field: 'groupName', word: 'a user or group', wordBeside: 'a user' },
  groupName: { field: 'targetUserName', word: 'of unknown name' },
  modelName: { field: 'projectName', word: 'a data source or project', wordBeside: 'a data source' },
  reason: { word: 'no reason was given' },
  outcome: { word: 'no outcome was given' },
  integrationType: { word: '' },
  fromStatus: { word: 'an unknown status' },
  toStatus: { word: 'another status' },
  fromState: { word: 'an unknown state' },
  toState: { word: 'another state' },
};

/** The noun before a field, as in "the project {projectName}". Without a name, the noun stands alone. */
const NOUN =
  /(?:data source|project|task|tag|policy|purpose|(?<!\bto )query|attribute|group|job|column|integration|webhook|user)$/i;

/** A field with the space before it and the full stop after it. */
const FIELD = /( ?)\{(\w+)\}(\.?)/g;

/** Fills a text template from the metadata: `{field}` becomes the value of the field, or a general word if it is absent. */
export function renderText(template: string, metadata: Readonly<Record<string, unknown>>): string {
  const text = template.replace(FIELD, (_, space: string, field: string, stop: string, offset: number) => {
    const own = textOf(metadata[field]);
    const isNamed = NOUN.test(template.slice(0, offset));
    if (own === undefined && isNamed && space !== '') return stop;
    const value = own ?? substituteFor(field, template, metadata);
    if (value === '') return stop;
    // A reason is usually a whole sentence.
    return `${space}${value}${/[.!?…]$/.test(value) ? '' : stop}`;
  });
  const trimmed = text.trimStart();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}

function substituteFor(field: string, template: string, metadata: Readonly<Record<string, unknown>>): string {
  const { field: other, word, wordBeside } = SUBSTITUTES[field] ?? { word: 'of unknown name' };
  if (other === undefined) return word;
  if (template.includes(`{${other}}`)) return wordBeside ?? word;
  return textOf(metadata[other]) ?? word;
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}
