/**
 * Quotes a name of one or more parts: each in brackets, a closing one doubled, everything else to the letter. Source: Transact-SQL
 * reference, "Database identifiers" and "QUOTENAME".
 */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `[${name.replaceAll(']', ']]')}]`).join('.');
}
