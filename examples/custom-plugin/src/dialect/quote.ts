import type { LiteralValue } from '@portcullis/plugin-api';

/** Quotes a name of one or more parts. Source: MariaDB documentation, "Identifier Names". */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `\`${name.replaceAll('`', '``')}\``).join('.');
}

/**
 * Quotes a value. A backslash escapes unless `sql_mode` says otherwise, so connections and scripts set `sql_mode` first: see
 * {@link SQL_MODE}. Source: MariaDB documentation, "String Literals".
 */
export function quoteLiteral(value: LiteralValue): string {
  if (value === null) return 'NULL';
  // A minus sign before a number must not follow another one: `-- ` begins a comment.
  if (typeof value !== 'string') return typeof value !== 'boolean' && value < 0 ? `(${value})` : String(value);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * The statement that every connection and every script runs first, independent of the server's setting. It makes
 * backslashes in literals plain characters.
 */
export const SQL_MODE = "SET SESSION sql_mode = 'STRICT_ALL_TABLES'";
