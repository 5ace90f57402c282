/** "1 statement", "13 statements". */
export function statementCount(count: number): string {
  return count === 1 ? '1 statement' : `${count} statements`;
}
