import type { LiteralValue } from '@portcullis/plugin-api';

/** Quotes a name of one or more parts. Safe for every text without NUL. */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}

/**
 * Quotes a value. The meaning of a backslash inside quotes depends on the platform, and here on a setting. Texts with
 * backslashes are written as `E'…'`, whose meaning is fixed. Source: PostgreSQL manual, "String Constants".
 */
export function quoteLiteral(value: LiteralValue): string {
  if (value === null) return 'NULL';
  // A minus sign before a number must not follow another one: `--` begins a comment.
  if (typeof value !== 'string') return typeof value !== 'boolean' && value < 0 ? `(${value})` : String(value);
  const quoted = `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return value.includes('\\') ? `E${quoted}` : quoted;
}
