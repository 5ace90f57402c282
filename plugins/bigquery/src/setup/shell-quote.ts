/**
 * Quotes a value for a POSIX shell, so that it is one word, whatever is in it.
 *
 * Source: POSIX.1-2017, "Shell Command Language", 2.2.2 "Single-Quotes": nothing is special between single quotes.
 */
export function shellQuote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
