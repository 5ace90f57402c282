/**
 * Quotes a name of one or more parts: each in backticks, inner ones doubled, everything else to the letter. Source: Databricks SQL
 * language reference, "Identifiers", Delimited identifiers.
 */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `\`${name.replaceAll('`', '``')}\``).join('.');
}
