import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { SqlFlavour } from '../schema/sql-flavour.ts';
import { POSTGRES_ERRORS } from './postgres-errors.ts';
import { POSTGRES_ROW_SOURCE } from './postgres-row-source.ts';

/** The SQL dialect of PostgreSQL. */
export const POSTGRES_FLAVOUR: SqlFlavour = {
  language: {
    createAdapter: () => new PostgresAdapter(),
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
  encode: { json: (value: unknown) => JSON.stringify(value), bytes: (value: Uint8Array) => Buffer.from(value) },
  // The driver already returns every type as rows contain it.
  decode: {},
  list: (values) => ({ shape: '', parameters: [values], build: (column) => sql`${column} = any(${values})` }),
  skipsTaken: 'on conflict do nothing',
  rowSource: POSTGRES_ROW_SOURCE,
  partialIndexes: true,
  nullsLast: true,
  locksRows: true,
  errors: POSTGRES_ERRORS,
};
