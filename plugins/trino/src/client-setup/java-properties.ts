/** One line of a properties file. */
export interface Property {
  readonly name: string;
  readonly value: string;
}

/**
 * Writes a Java properties file: keys and values are escaped, so that a reader gets them unchanged and no part of them
 * begins a comment or another line.
 *
 * Source: Java SE documentation, `java.util.Properties.load(Reader)`.
 */
export function propertiesFile(comments: readonly string[], properties: readonly Property[]): string {
  const lines = [
    ...comments.map((comment) => `# ${comment.replaceAll(/[\r\n]+/g, ' ')}`),
    ...properties.map(({ name, value }) => `${escapeKey(name)}=${escapeValue(value)}`),
  ];
  return `${lines.join('\n')}\n`;
}

const ESCAPE_SEQUENCES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
};

/** Escapes a key. A key ends at the first separator, so separators are escaped, and also the start of a comment. */
function escapeKey(key: string): string {
  return escapeCharacters(key).replaceAll(/[ :=#!]/g, (character) => `\\${character}`);
}

/** Escapes a value. A value begins at the first character that is not a space. */
function escapeValue(value: string): string {
  return escapeCharacters(value).replace(/^ +/, (spaces) => '\\ '.repeat(spaces.length));
}

function escapeCharacters(text: string): string {
  return text
    .replaceAll(/[\\\n\r\t\f]/g, (character) => ESCAPE_SEQUENCES[character] as string)
    .replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
