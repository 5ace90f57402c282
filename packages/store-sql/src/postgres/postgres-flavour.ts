import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { SqlFlavour } from '../schema/sql-flavour.ts';
import { SQL_TABLES, TABLE_NAMES } from '../schema/sql-table.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { POSTGRES_ROW_SOURCE } from './postgres-row-source.ts';

/** SQLSTATE codes, as the appendix of PostgreSQL's documentation lists them. */
const UNIQUE_VIOLATION = '23505';
const DISK_FULL = '53100';
const LOCK_NOT_AVAILABLE = '55P03';
const REPEATABLE: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** SQL as PostgreSQL speaks it. */
export const POSTGRES_FLAVOUR: SqlFlavour = {
  language: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
  columnTypes: {
    id: sql`bigint`,
    integer: sql`bigint`,
    // Bytes decide the order, in every database alike; the server's language would decide otherwise.
    text: sql`text collate "C"`,
    boolean: sql`boolean`,
    // Not jsonb: it refuses the character U+0000 and forgets the order of names.
    json: sql`json`,
    time: sql`bigint`,
    bytes: sql`bytea`,
  },
  idColumn: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  encode: { json: (value: unknown) => JSON.stringify(value), bytes: (value: Uint8Array) => Buffer.from(value) },
  // The driver reads every type as rows have it.
  decode: {},
  isIn: (column, list) => sql`${column} = any(${list})`,
  listParameter: (values) => values,
  rowSource: POSTGRES_ROW_SOURCE,
  nullsLast: true,
  locksRows: true,
  brokenConstraint(error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) return undefined;
    const { table, constraint } = error as { readonly table?: string; readonly constraint?: string };
    const name = TABLE_NAMES.get(table ?? '');
    return name && { table: table ?? '', constraint: SQL_TABLES[name].constraintByName.get(constraint ?? '') };
  },
  isFull: (error) => codeOf(error) === DISK_FULL,
  isLockTimeout: (error) => codeOf(error) === LOCK_NOT_AVAILABLE,
  isConnectionLoss,
};

/** Returns whether the server aborted a transaction because of another one: run again, it may pass. */
export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(codeOf(error));
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
