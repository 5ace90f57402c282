/**
 * Returns the text of an array of PostgreSQL, whose elements are texts or null.
 *
 * Source: PostgreSQL manual, "Array Input and Output Syntax".
 */
export function arrayLiteral(elements: readonly unknown[]): string {
  return `{${elements.map(quote).join(',')}}`;
}

function quote(element: unknown): string {
  if (element === null) return 'NULL';
  return `"${String(element).replace(/["\\]/g, '\\$&')}"`;
}
