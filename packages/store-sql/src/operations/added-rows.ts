import type { Values } from '@portcullis/core/ports';
import type { SqlTable } from '../schema/sql-table.ts';

type Returned = readonly unknown[];

/**
 * Finds, for each of the rows of an `insert`, what the statement returned for it: undefined when the row was left out. The
 * statement returns the id, where there is one, and the identity of what it added, in no promised order; ids ascend in the
 * order of the rows.
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
