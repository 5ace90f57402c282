/**
 * Quotes a name of one or more parts: each part in double quotes, inner double quotes doubled, all other characters
 * unchanged. Source: Snowflake SQL reference, "Identifier requirements", Double-quoted identifiers.
 */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}
