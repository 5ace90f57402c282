/** One line of a properties file. */
export interface Property {
  readonly name: string;
  readonly value: string;
}

/**
 * Writes a Java properties file: keys and values escaped so that the reader gets them back to the letter, and nothing in
 * them can begin a comment or another line.
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

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };

function escapeKey(key: string): string {
  return escapeValue(key).replaceAll(/[ :=#!]/g, (character) => `\\${character}`);
}

function escapeValue(value: string): string {
  const plain = value.replaceAll(/[\\\n\r\t\f]/g, (character) => NAMED[character] as string);
  const ascii = plain.replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return ascii.replace(/^ +/, (spaces) => '\\ '.repeat(spaces.length));
}
