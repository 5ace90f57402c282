import type { Values } from '@portcullis/core';
import type { SqlTable } from '../schema/sql-table.ts';

/**
 * Finds, for each of the rows of an `insert`, what the statement returned for it: undefined when the row was left out. The
 * statement returns the id and the identity of what it added, in no promised order; ids ascend in the order of the rows.
 */
export function matchAdded(
  table: SqlTable,
  rows: readonly Values[],
  returned: readonly Values[],
): readonly (Values | undefined)[] {
  const { id } = table;
  const ordered = id
    ? returned.toSorted((left, right) => idOf(left, id.property) - idOf(right, id.property))
    : returned;
  if (id && ordered.length === rows.length) return ordered;
  const byIdentity = new Map<string, Values[]>();
  for (const result of ordered) {
    const identity = identityOf(table, result);
    const same = byIdentity.get(identity);
    if (same) same.push(result);
    else byIdentity.set(identity, [result]);
  }
  return rows.map((row) => byIdentity.get(identityOf(table, row))?.shift());
}

function identityOf(table: SqlTable, row: Values): string {
  return JSON.stringify(table.identity.map(({ property }) => row[property]));
}

function idOf(row: Values, property: string): number {
  return row[property] as number;
}
