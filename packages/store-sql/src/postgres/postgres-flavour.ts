import { type Kysely, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { AnyTables, Selection, SqlFlavour } from '../schema/sql-flavour.ts';
import { arrayLiteral } from './array-literal.ts';
import { ARRAY_TYPES } from './array-types.ts';
import { createAttemptCounts } from './attempt-counts.ts';
import { lockMigrations, UnlockedAdapter } from './migration-lock.ts';
import { POSTGRES_ERRORS } from './postgres-errors.ts';
import { POSTGRES_ROW_SOURCE } from './postgres-row-source.ts';

/** The SQL dialect of PostgreSQL. */
export const POSTGRES_FLAVOUR: SqlFlavour = {
  language: {
    createAdapter: () => new UnlockedAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
  columnTypes: {
    id: sql`bigint`,
    integer: sql`bigint`,
    // Text is ordered by bytes in every database; the default depends on the server's locale.
    text: sql`text collate "C"`,
    boolean: sql`boolean`,
    // Not jsonb: it rejects the character U+0000 and loses the order of names.
    json: sql`json`,
    time: sql`bigint`,
    bytes: sql`bytea`,
  },
  idColumn: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  lockMigrations,
  completeTable: createAttemptCounts,
  storesCounts: true,
  encode: { json: (value: unknown) => JSON.stringify(value), bytes: (value: Uint8Array) => Buffer.from(value) },
  // The driver already returns every type as rows contain it.
  decode: {},
  list(values) {
    const literal = arrayLiteral(values);
    return { shape: '', parameters: [literal], build: (column) => sql`${column} = any(${literal})` };
  },
  each(values, type) {
    const literal = arrayLiteral(values);
    return {
      parameters: [literal],
      build: (db, _table, rows) => selectForEach(sql`${literal}::${sql.raw(ARRAY_TYPES[type])}`, db, rows),
    };
  },
  skipsTaken: 'on conflict do nothing',
  rowSource: POSTGRES_ROW_SOURCE,
  partialIndexes: true,
  endsIndexesWithId: false,
  nullsLast: true,
  locksRows: true,
  errors: POSTGRES_ERRORS,
};

/** Returns the selection for each value of an array. */
export function selectForEach(values: RawBuilder<unknown>, db: Kysely<AnyTables>, rows: Selection): Selection {
  return db
    .selectFrom(sql<Record<string, unknown>>`unnest(${values})`.as(sql`each (value)`))
    .crossJoinLateral(rows.selectAll().as('found'))
    .selectAll('found');
}
