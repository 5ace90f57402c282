interface Substitute {
  /** Another field that says nearly the same. */
  readonly field?: string;
  /** A general word, where that is absent too. */
  readonly word: string;
}

/** What stands for a field that the metadata does not hold. */
const SUBSTITUTES: Readonly<Record<string, Substitute>> = {
  actionByName: { word: 'someone' },
  targetUserName: { field: 'groupName', word: 'a user or group' },
  groupName: { field: 'targetUserName', word: 'of unknown name' },
  modelName: { field: 'projectName', word: 'a data source or project' },
  columnName: { word: 'of unknown name' },
  reason: { word: 'no reason was given' },
};

/** Fills a text template from the metadata: `{field}` becomes the field's value, or a general word where it is absent. */
export function renderText(template: string, metadata: Readonly<Record<string, unknown>>): string {
  const text = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const substitute = SUBSTITUTES[field];
    const value = metadata[field] ?? (substitute?.field && metadata[substitute.field]);
    return value === undefined || value === null ? (substitute?.word ?? 'of unknown name') : String(value);
  });
  return text.charAt(0).toUpperCase() + text.slice(1);
}
