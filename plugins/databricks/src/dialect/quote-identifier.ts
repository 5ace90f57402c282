/**
 * Quotes a name of one or more parts: each in backticks, with inner ones doubled and no other change. Source:
 * Databricks SQL language reference, "Identifiers", Delimited identifiers.
 */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `\`${name.replaceAll('`', '``')}\``).join('.');
}
