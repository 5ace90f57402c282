/**
 * Quotes a name of one or more parts: each in double quotes, inner ones doubled. Both engines read all other characters
 * between them literally. Sources: Amazon Redshift Database Developer Guide, "Names and identifiers"; PostgreSQL
 * manual, "Identifiers and Key Words".
 */
export function quoteIdentifier(path: readonly string[]): string {
  return path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}
