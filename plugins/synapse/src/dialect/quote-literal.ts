import type { LiteralValue } from '@portcullis/plugin-api';

/** Between two literals: a new one goes on where the first one ended. */
const SEAM = "' + N'";

/**
 * Quotes a value. Quotes are doubled; backslashes mean themselves, except before a line break, which a literal then swallows ("Backslash
 * (line continuation)"). Literals are parted there, at a line that a client takes for its batch separator ("GO"), and in `$(`, which
 * sqlcmd takes for a variable wherever it stands.
 */
export function quoteLiteral(value: LiteralValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  // A minus sign before a number must not follow another one: `--` begins a comment.
  if (typeof value !== 'string') return value < 0 ? `(${value})` : String(value);
  const text = value
    .replaceAll("'", "''")
    .replaceAll(/\\(?=[\r\n])/g, () => `\\${SEAM}`)
    .replaceAll(/(?<=[\r\n])(?=[ \t]*go\b)/gi, () => SEAM)
    .replaceAll(/\$(?=\()/g, () => `$${SEAM}`);
  return `N'${text}'`;
}
