/**
 * Quotes a name of one or more parts: each part in brackets, closing brackets doubled, all other characters unchanged.
 * Source: Transact-SQL reference, "Database identifiers" and "QUOTENAME".
 */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `[${name.replaceAll(']', ']]')}]`).join('.');
}
