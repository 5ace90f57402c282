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
  const alternatives = matches.map((match) => checkMatch(table, match));
  return alternatives.filter((alternative) => !alternative.some(matchesNothing));
}

/** A loop, because each query of a request runs it. */
function checkMatch(table: TableName, match: Values): readonly ColumnTest[] {
  const tests: ColumnTest[] = [];
  for (const name of Object.keys(match)) {
    const column = columnOf(table, name);
    const condition = match[name];
    if (typeof condition === 'object' && condition !== null) tests.push(...checkComparison(table, column, condition));
    else tests.push(checkEquality(table, column, condition));
  }
  return tests;
}

function matchesNothing(test: ColumnTest): boolean {
  return test.operator === 'in' && test.values.length === 0;
}

function checkEquality(table: TableName, column: ColumnFacts, condition: unknown): ColumnTest {
  refuseIncomparable(table, column);
  if (condition === null) return { column: column.name, operator: 'is-null' };
  return { column: column.name, operator: 'eq', value: scalar(table, column, condition) };
}

function refuseIncomparable(table: TableName, { name, plain }: ColumnFacts): void {
  if (plain !== 'json' && plain !== 'bytes') return;
  throw new StoreError('STORE_INPUT_INVALID', `${table}.${name} is of type ${plain}: not comparable.`);
}

function checkComparison(table: TableName, column: ColumnFacts, comparison: object): readonly ColumnTest[] {
  refuseIncomparable(table, column);
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
  if (!isCount(limit ?? 0) || !isCount(offset)) {
    throw new StoreError('STORE_INPUT_INVALID', `limit and offset on ${table} must be whole numbers from 0.`);
  }
  return {
    tests: checkWhere(table, where),
    orderBy: orderBy.length === 0 ? keyOrderOf(table) : completeOrder(table, orderBy),
    limit,
    offset,
    lock,
    omitsTenant: false,
  };
}

type Order = EngineQuery['orderBy'];

/** The order by key of each table. */
const KEY_ORDERS = new Map<string, Order>(
  Object.entries(TABLES).map(([table, { key }]) => [table, key.map((column) => [column, 'asc'] as const)]),
);

function keyOrderOf(table: TableName): Order {
  return KEY_ORDERS.get(table) ?? [];
}

function completeOrder(table: TableName, orderBy: Order): Order {
  const ordered = new Set(orderBy.map(([column]) => columnOf(table, column).name));
  return [...orderBy, ...keyOrderOf(table).filter(([column]) => !ordered.has(column))];
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
