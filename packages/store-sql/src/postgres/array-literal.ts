/**
 * Returns the text of an array of PostgreSQL, whose elements are numbers, booleans, texts, bytes or null. `pg` would quote and
 * search every element, which takes most of the time of sending rows.
 *
 * Source: PostgreSQL manual, "Array Input and Output Syntax".
 */
export function arrayLiteral(elements: readonly unknown[]): string {
  return `{${elements.map(literal).join(',')}}`;
}

function literal(element: unknown): string {
  if (element === null || element === undefined) return 'NULL';
  if (typeof element === 'string') return quote(element);
  if (ArrayBuffer.isView(element)) return `"\\\\x${bufferOf(element).toString('hex')}"`;
  return String(element);
}

function quote(text: string): string {
  const doubled = text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
  return `"${doubled.includes('"') ? doubled.replaceAll('"', '\\"') : doubled}"`;
}

function bufferOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
