/** Returns the name of the sequence that assigns the ids of a table. */
export function sequenceOf(table: string): string {
  return `${table}_ids`;
}
