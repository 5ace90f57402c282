import type { Query } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { TABLES, type TableName } from '../store/tables.ts';
import { type ColumnFacts, checkValue, columnOf, columnsOf } from './check-values.ts';
import type { ColumnTest, EngineQuery, Scalar, Tests, Values } from './store-engine.ts';

const OPERATORS = ['not', 'lt', 'lte', 'gt', 'gte'] as const;

/**
 * Turns a where clause into alternatives of column tests.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for unknown columns, and for an undefined condition, which would match every row if it
 * were ignored.
 */
export function checkWhere(table: TableName, where: unknown): Tests {
  const matches = (Array.isArray(where) ? where : [where]) as readonly Values[];
  return matches
    .map((match) =>
      Object.entries(match).flatMap(([name, condition]) => checkCondition(table, columnOf(table, name), condition)),
    )
    .filter((alternative) => !alternative.some(matchesNothing));
}

function matchesNothing(test: ColumnTest): boolean {
  return test.operator === 'in' && test.values.length === 0;
}

function checkCondition(table: TableName, column: ColumnFacts, condition: unknown): readonly ColumnTest[] {
  if (column.plain === 'json' || column.plain === 'bytes') {
    throw new StoreError('STORE_INPUT_INVALID', `${table}.${column.name} is of type ${column.plain}: not comparable.`);
  }
  if (condition === null) return [{ column: column.name, operator: 'is-null' }];
  if (typeof condition !== 'object') {
    return [{ column: column.name, operator: 'eq', value: scalar(table, column, condition) }];
  }
  return checkComparison(table, column, condition as Values);
}

function checkComparison(table: TableName, column: ColumnFacts, comparison: Values): readonly ColumnTest[] {
  const known = Object.entries(comparison);
  if (known.length === 0) {
    throw new StoreError('STORE_INPUT_INVALID', `The condition on ${table}.${column.name} compares with nothing.`);
  }
  return known.map(([operator, operand]) => {
    if (operator === 'in') return checkList(table, column, operand);
    const known = OPERATORS.find((name) => name === operator);
    if (!known) {
      throw new StoreError('STORE_INPUT_INVALID', `${table}.${column.name} cannot be compared by "${operator}".`);
    }
    if (known === 'not' && operand === null) return { column: column.name, operator: 'is-not-null' };
    return { column: column.name, operator: known, value: scalar(table, column, operand) };
  });
}

function checkList(table: TableName, column: ColumnFacts, operand: unknown): ColumnTest {
  if (!Array.isArray(operand)) {
    throw new StoreError('STORE_INPUT_INVALID', `"in" on ${table}.${column.name} takes a list.`);
  }
  const values = operand.filter((value) => value !== null).map((value) => scalar(table, column, value));
  const operator = values.length < operand.length ? 'in-or-null' : 'in';
  return { column: column.name, operator, values: [...new Set(values)] };
}

function scalar(table: TableName, column: ColumnFacts, value: unknown): Scalar {
  if (value === undefined) {
    throw new StoreError('STORE_INPUT_INVALID', `The condition on ${table}.${column.name} is undefined: leave it out.`);
  }
  checkValue(table, column, value);
  return value as Scalar;
}

/**
 * Checks a query and completes it: every order ends with the key, so that pages never overlap.
 *
 * @throws StoreError `STORE_INPUT_INVALID`
 */
export function checkQuery<Table extends TableName>(table: Table, query: Query<Table>): EngineQuery {
  columnsOf(table);
  const { where = {}, orderBy = [], limit, offset = 0, lock } = query;
  for (const count of [limit ?? 0, offset]) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new StoreError('STORE_INPUT_INVALID', `limit and offset on ${table} must be whole numbers from 0.`);
    }
  }
  const ordered = new Set<string>(orderBy.map(([column]) => columnOf(table, column).name));
  const rest = (TABLES[table].key as readonly string[]).filter((column) => !ordered.has(column));
  return {
    tests: checkWhere(table, where),
    orderBy: [...orderBy, ...rest.map((column) => [column, 'asc'] as const)],
    limit,
    offset,
    lock,
    omitsTenant: false,
  };
}
