import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { BrokenConstraint, SqlFlavour } from '../schema/sql-flavour.ts';
import { SQL_TABLES, TABLE_NAMES } from '../schema/sql-table.ts';
import { SQLITE_ROW_SOURCE } from './sqlite-row-source.ts';

/** SQLite's DDL is transactional: a migration that is cut off leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Result codes of SQLite, as its documentation lists them. */
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_ROWID = 2579;
const SQLITE_FULL = 13;
const UNIQUE_CODES: ReadonlySet<unknown> = new Set([
  SQLITE_CONSTRAINT_PRIMARYKEY,
  SQLITE_CONSTRAINT_UNIQUE,
  SQLITE_CONSTRAINT_ROWID,
]);

/** SQL as SQLite speaks it: strict tables of four types, booleans as 0 and 1, JSON as text. */
export const SQLITE_FLAVOUR: SqlFlavour = {
  language: {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  columnTypes: {
    id: sql`integer`,
    integer: sql`integer`,
    text: sql`text`,
    boolean: sql`integer`,
    json: sql`text`,
    time: sql`integer`,
    bytes: sql`blob`,
  },
  // Without autoincrement the id of the last row is given again once that row is removed.
  idColumn: (column) => column.primaryKey().autoIncrement(),
  tableOptions: sql`strict`,
  encode: { boolean: (value: boolean) => (value ? 1 : 0), json: (value: unknown) => JSON.stringify(value) },
  decode: { boolean: (value: number) => value === 1, json: (value: string) => JSON.parse(value) },
  isIn: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  listParameter: (values) => JSON.stringify(values),
  rowSource: SQLITE_ROW_SOURCE,
  nullsLast: false,
  locksRows: false,
  brokenConstraint(error) {
    return UNIQUE_CODES.has(codeOf(error)) ? parseConstraint(String((error as Error).message)) : undefined;
  },
  isFull: (error) => codeOf(error) === SQLITE_FULL,
};

/** The extended result code of an error of node:sqlite. */
function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined;
}

/** SQLite names columns, not constraints: `UNIQUE constraint failed: events.public_id, events.kind`. */
function parseConstraint(message: string): BrokenConstraint | undefined {
  const [, list = ''] = message.split('constraint failed: ');
  const columns = list.split(', ').map((column) => column.split('.'));
  const table = columns[0]?.[0] ?? '';
  const name = TABLE_NAMES.get(table);
  const key = columns.map(([, column]) => column).join();
  return name && { table, constraint: SQL_TABLES[name].constraintByColumns.get(key) };
}
