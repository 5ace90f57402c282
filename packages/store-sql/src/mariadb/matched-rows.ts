/**
 * Returns the number of rows that a statement matched, from its response in the form of `mysql2`. Connections without the
 * flag `FOUND_ROWS` would otherwise report only those whose values changed.
 */
export function matchedRows(response: unknown): number {
  const { affectedRows = 0, info = '' } = response as { readonly affectedRows?: number; readonly info?: string };
  const [, matched] = /^Rows matched: (\d+)/.exec(info) ?? [];
  return matched === undefined ? affectedRows : Number(matched);
}
