import type { EngineOperations, Values } from '@portcullis/core/ports';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { COUNTED, COUNTS_TABLE, isCounted } from '../operations/attempt-counts.ts';
import type { Run } from '../operations/sql-operations.ts';
import type { Statement } from '../operations/statement-cache.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';

const ATTEMPTS = SQL_TABLES.attempts.name;

const valuesOf = (row: 'new' | 'old'): string => COUNTED.map((column) => `${row}.${column}`).join(', ');
const IS_OLD = COUNTED.map((column) => `${column} = old.${column}`).join(' and ');
const add = (values: string): string =>
  `insert into ${COUNTS_TABLE} values (${values}) on conflict do update set count = count + excluded.count`;
const ADD_NEW = add(`${valuesOf('new')}, 1`);
const ADD_ROWS: Statement = { ...CompiledQuery.raw(add('?, ?, ?, ?, ?')), keepsPlan: true };
/** Rows of a removed tenant must not remain. */
const SUBTRACT = `update ${COUNTS_TABLE} set count = count - 1 where ${IS_OLD}; delete from ${COUNTS_TABLE} where ${IS_OLD} and count = 0`;

/**
 * Creates the table with the numbers of attempts, and the triggers that maintain it when attempts are changed or removed.
 * Without it, SQLite would pass all matching rows to count them, and would block the thread for as long.
 */
export async function createAttemptCounts(db: Kysely<AnyTables>, table: string): Promise<void> {
  if (table !== ATTEMPTS) return;
  const statements = [
    `create table ${COUNTS_TABLE} (tenant text not null, kind text not null, global integer not null, succeeded integer not null,
      count integer not null, primary key (${COUNTED.join(', ')})) strict, without rowid`,
    `create trigger ${ATTEMPTS}_removed after delete on ${ATTEMPTS} begin ${SUBTRACT}; end`,
    `create trigger ${ATTEMPTS}_changed after update of ${COUNTED.join(', ')} on ${ATTEMPTS} begin ${ADD_NEW}; ${SUBTRACT}; end`,
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
      const values = COUNTED.map((column) => encode(row[column]));
      const key = JSON.stringify(values);
      const group = groups.get(key);
      if (group) (group[COUNTED.length] as number) += 1;
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

const encode = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);
