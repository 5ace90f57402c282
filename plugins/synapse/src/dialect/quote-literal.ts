import type { LiteralValue } from '@portcullis/plugin-api';

/** The concatenation of two literals: ends one and begins the next. */
const CONCATENATION = "' + N'";

/**
 * Quotes a value. Quotes are doubled. Backslashes are literal, except that a backslash before a line break removes both
 * ("Backslash (line continuation)"). Literals are split there, at a line that a client would interpret as its batch
 * separator ("GO"), and inside `$(`, which sqlcmd interprets as a variable in any context.
 */
export function quoteLiteral(value: LiteralValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  // A minus sign before a number must not follow another one: `--` begins a comment.
  if (typeof value !== 'string') return value < 0 ? `(${value})` : String(value);
  const text = value
    .replaceAll("'", "''")
    .replaceAll(/\\(?=[\r\n])/g, () => `\\${CONCATENATION}`)
    .replaceAll(/(?<=[\r\n])(?=[ \t]*go\b)/gi, () => CONCATENATION)
    .replaceAll(/\$(?=\()/g, () => `$${CONCATENATION}`);
  return `N'${text}'`;
}
