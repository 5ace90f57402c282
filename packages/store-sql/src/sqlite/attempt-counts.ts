import type { TableName, Tests } from '@portcullis/core/ports';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Statement } from '../operations/statement-cache.ts';
import { PREFIX } from '../schema/layout-of.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';

/** The columns by which attempts are counted: those of the filters of the history, without owners and webhooks. */
const COLUMNS = ['tenant', 'kind', 'global', 'succeeded'] as const;
const COUNTED: ReadonlySet<string> = new Set(COLUMNS);

const ATTEMPTS = SQL_TABLES.attempts.name;
const COUNTS = `${PREFIX}attempt_counts`;

const valuesOf = (row: 'new' | 'old'): string => COLUMNS.map((column) => `${row}.${column}`).join(', ');
const IS_OLD = COLUMNS.map((column) => `${column} = old.${column}`).join(' and ');
const ADD = `insert into ${COUNTS} values (${valuesOf('new')}, 1) on conflict do update set count = count + 1`;
/** Rows of a removed tenant must not remain. */
const SUBTRACT = `update ${COUNTS} set count = count - 1 where ${IS_OLD}; delete from ${COUNTS} where ${IS_OLD} and count = 0`;

/**
 * Creates the table with the numbers of attempts, and the triggers that maintain it. Otherwise SQLite would pass all matching rows
 * to count them, and block the thread meanwhile.
 */
export async function createAttemptCounts(db: Kysely<AnyTables>, table: string): Promise<void> {
  if (table !== ATTEMPTS) return;
  const statements = [
    `create table ${COUNTS} (tenant text not null, kind text not null, global integer not null, succeeded integer not null,
      count integer not null, primary key (${COLUMNS.join(', ')})) strict, without rowid`,
    `create trigger ${ATTEMPTS}_added after insert on ${ATTEMPTS} begin ${ADD}; end`,
    `create trigger ${ATTEMPTS}_removed after delete on ${ATTEMPTS} begin ${SUBTRACT}; end`,
    `create trigger ${ATTEMPTS}_changed after update of ${COLUMNS.join(', ')} on ${ATTEMPTS} begin ${ADD}; ${SUBTRACT}; end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Returns the statement that reads the number of rows from the table of counts; undefined if it cannot tell. */
export function storedCount(table: TableName, tests: Tests): Statement | undefined {
  const [only = [], ...others] = tests;
  if (table !== 'attempts' || others.length > 0) return undefined;
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  for (const test of only) {
    if (test.operator !== 'eq' || !COUNTED.has(test.column)) return undefined;
    conditions.push(`${test.column} = ?`);
    parameters.push(typeof test.value === 'boolean' ? Number(test.value) : test.value);
  }
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const text = `select coalesce(sum(count), 0) from ${COUNTS}${where}`;
  return { ...CompiledQuery.raw(text, parameters), keepsPlan: true };
}
