/**
 * Quotes any value as one word of a POSIX shell.
 *
 * Source: POSIX.1-2017, "Shell Command Language", 2.2.2 "Single-Quotes": nothing is special between single quotes.
 */
export function shellQuote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
