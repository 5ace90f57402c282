/**
 * Quotes a name of one or more parts: each in double quotes, inner ones doubled, everything else to the letter. Source: Snowflake
 * SQL reference, "Identifier requirements", Double-quoted identifiers.
 */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}
