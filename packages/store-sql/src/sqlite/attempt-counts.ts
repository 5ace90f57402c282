import {
  COUNTED_COLUMNS,
  type EngineOperations,
  type TableName,
  type Tests,
  type Values,
} from '@portcullis/core/ports';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Run } from '../operations/sql-operations.ts';
import type { Statement } from '../operations/statement-cache.ts';
import { PREFIX } from '../schema/layout-of.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';

const COLUMNS = ['tenant', ...COUNTED_COLUMNS] as const;
const COUNTED: ReadonlySet<string> = new Set(COLUMNS);

const ATTEMPTS = SQL_TABLES.attempts.name;
const COUNTS = `${PREFIX}attempt_counts`;

const valuesOf = (row: 'new' | 'old'): string => COLUMNS.map((column) => `${row}.${column}`).join(', ');
const IS_OLD = COLUMNS.map((column) => `${column} = old.${column}`).join(' and ');
const add = (values: string): string =>
  `insert into ${COUNTS} values (${values}) on conflict do update set count = count + excluded.count`;
const ADD_NEW = add(`${valuesOf('new')}, 1`);
const ADD_ROWS: Statement = { ...CompiledQuery.raw(add('?, ?, ?, ?, ?')), keepsPlan: true };
/** Rows of a removed tenant must not remain. */
const SUBTRACT = `update ${COUNTS} set count = count - 1 where ${IS_OLD}; delete from ${COUNTS} where ${IS_OLD} and count = 0`;

/**
 * Creates the table with the numbers of attempts, and the triggers that maintain it when attempts are changed or removed. Otherwise
 * SQLite would pass all matching rows to count them, and block the thread meanwhile.
 */
export async function createAttemptCounts(db: Kysely<AnyTables>, table: string): Promise<void> {
  if (table !== ATTEMPTS) return;
  const statements = [
    `create table ${COUNTS} (tenant text not null, kind text not null, global integer not null, succeeded integer not null,
      count integer not null, primary key (${COLUMNS.join(', ')})) strict, without rowid`,
    `create trigger ${ATTEMPTS}_removed after delete on ${ATTEMPTS} begin ${SUBTRACT}; end`,
    `create trigger ${ATTEMPTS}_changed after update of ${COLUMNS.join(', ')} on ${ATTEMPTS} begin ${ADD_NEW}; ${SUBTRACT}; end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Returns the operations of a transaction whose inserts of attempts add to the numbers: once for all rows of a list. A trigger would
 * run for each row, which makes a delivery cost up to a tenth more.
 */
export function countAdded(operations: EngineOperations, run: Run): EngineOperations {
  const count = async (rows: readonly Values[]): Promise<void> => {
    const groups = new Map<string, unknown[]>();
    for (const row of rows) {
      const values = COLUMNS.map((column) => encode(row[column]));
      const key = JSON.stringify(values);
      const group = groups.get(key);
      if (group) (group[COLUMNS.length] as number) += 1;
      else groups.set(key, [...values, 1]);
    }
    for (const parameters of groups.values()) await run({ ...ADD_ROWS, parameters });
  };
  const insert: EngineOperations['insert'] = async (table, values) => {
    const added = await operations.insert(table, values);
    await count([added]);
    return added;
  };
  const insertAbsent: EngineOperations['insertAbsent'] = async (table, rows) => {
    const added = await operations.insertAbsent(table, rows);
    await count(added);
    return added;
  };
  const restore: EngineOperations['restore'] = async (table, rows) => {
    await operations.restore(table, rows);
    await count(rows);
  };
  return {
    ...operations,
    insert: (table, values) => (isCounted(table) ? insert : operations.insert)(table, values),
    insertAbsent: (table, rows) => (isCounted(table) ? insertAbsent : operations.insertAbsent)(table, rows),
    restore: (table, rows) => (isCounted(table) ? restore : operations.restore)(table, rows),
  };
}

/** Returns whether the rows of a table are counted, so that an insert takes a transaction. */
export function isCounted(table: TableName): boolean {
  return table === 'attempts';
}

const encode = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

/** Returns the statement that reads the number of rows from the table of counts; undefined if it cannot tell. */
export function storedCount(table: TableName, tests: Tests): Statement | undefined {
  const [only = [], ...others] = tests;
  if (!isCounted(table) || others.length > 0) return undefined;
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  for (const test of only) {
    if (test.operator !== 'eq' || !COUNTED.has(test.column)) return undefined;
    conditions.push(`${test.column} = ?`);
    parameters.push(encode(test.value));
  }
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const text = `select coalesce(sum(count), 0) from ${COUNTS}${where}`;
  return { ...CompiledQuery.raw(text, parameters), keepsPlan: true };
}
