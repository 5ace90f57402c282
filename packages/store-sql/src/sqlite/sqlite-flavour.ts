import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { SqlFlavour } from '../schema/sql-flavour.ts';
import { VALUES_ROW_SOURCE } from '../schema/values-row-source.ts';
import { createAttemptCounts } from './attempt-counts.ts';
import { SQLITE_ERRORS } from './sqlite-errors.ts';

/** An adapter with transactional DDL, which SQLite supports: an interrupted migration leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The SQL dialect of SQLite: strict tables of four types, booleans as 0 and 1, JSON as text. */
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
  // Without autoincrement, SQLite would reuse the id of the last row after its removal.
  idColumn: (column) => column.primaryKey().autoIncrement(),
  completeTable: createAttemptCounts,
  storesCounts: true,
  tableOptions: sql`strict`,
  encode: { boolean: (value: boolean) => (value ? 1 : 0), json: (value: unknown) => JSON.stringify(value) },
  decode: { boolean: (value: number) => value === 1, json: (value: string) => JSON.parse(value) },
  list(values) {
    const text = JSON.stringify(values);
    return {
      shape: '',
      parameters: [text],
      build: (column) => sql`${column} in (select value from json_each(${text}))`,
    };
  },
  each(values) {
    const text = JSON.stringify(values);
    return {
      parameters: [text],
      // The limit of a joined selection would apply to all values together.
      build: (db, table, rows) =>
        db
          .selectFrom(sql<Record<string, unknown>>`json_each(${text})`.as('each'))
          .crossJoin(table)
          .where(sql.ref(`${table}.rowid`), 'in', rows.select('rowid'))
          .selectAll(table),
    };
  },
  // Without statistics, the planner expects fewer rows for a tenant than for a list of ids, and would read all of the tenant.
  hideFromIndexes: (column) => sql`+${column}`,
  skipsTaken: 'on conflict do nothing',
  rowSource: VALUES_ROW_SOURCE,
  // SQLite would assign the greatest id plus one, and the greatest id may belong to another cell. For null, SQLite
  // assigns the first id.
  nextId: (table, position) =>
    sql`(select seq from sqlite_sequence where name = ${sql.lit(table)}) + ${sql.lit(position)}`,
  partialIndexes: true,
  endsIndexesWithId: true,
  nullsLast: false,
  locksRows: false,
  errors: SQLITE_ERRORS,
};
