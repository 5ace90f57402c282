import { StoreError } from '../store/store-error.ts';
import type { TableName } from '../store/tables.ts';
import type { EngineOperations, EngineQuery, Values } from './store-engine.ts';

/**
 * Finds rows with a limit for each value in the list of a column: with one call of the engine if it offers one, otherwise with one
 * for each value.
 *
 * @throws StoreError `STORE_INPUT_INVALID` if the query has several matches, no list for the column, no limit, or an offset.
 */
export async function findEach(
  engine: EngineOperations,
  table: TableName,
  query: EngineQuery,
  column: string,
): Promise<readonly Values[]> {
  const [tests = [], ...others] = query.tests;
  const list = tests.find((test) => test.column === column && test.operator === 'in');
  if (list?.operator !== 'in' || others.length > 0 || query.limit === undefined || query.offset > 0) {
    throw new StoreError(
      'STORE_INPUT_INVALID',
      `limitPer on ${table} needs one match with a list for ${column}, a limit and no offset.`,
    );
  }
  const rest = tests.filter((test) => test !== list);
  const { values } = list;
  if (engine.findEach) return engine.findEach(table, { ...query, tests: [rest] }, { column, values });
  const found = values.map((value) =>
    engine.find(table, { ...query, tests: [[...rest, { column, operator: 'eq', value }]] }),
  );
  return (await Promise.all(found)).flat();
}
