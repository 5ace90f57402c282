import type { Values } from '@portcullis/core/ports';
import type { SqlTable } from '../schema/sql-table.ts';

type Returned = readonly unknown[];

/**
 * Returns, for each row of an `insert`, the result of the statement for it; undefined if the row was not added. The
 * statement returns the identity of each added row, and its id if it has one, in any order. Ids ascend in the order of
 * the rows.
 */
export function matchAdded(
  table: SqlTable,
  rows: readonly Values[],
  returned: readonly Returned[],
): readonly (Returned | undefined)[] {
  const { id } = table;
  const ordered = id ? returned.toSorted(([left], [right]) => (left as number) - (right as number)) : returned;
  if (id && ordered.length === rows.length) return ordered;
  const byIdentity = new Map<string, Returned[]>();
  for (const result of ordered) {
    const identity = JSON.stringify(id ? result.slice(1) : result);
    const same = byIdentity.get(identity);
    if (same) same.push(result);
    else byIdentity.set(identity, [result]);
  }
  return rows.map((row) => byIdentity.get(identityOf(table, row))?.shift());
}

function identityOf(table: SqlTable, row: Values): string {
  return JSON.stringify(table.identity.map(({ property }) => row[property]));
}
