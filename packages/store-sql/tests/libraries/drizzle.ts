import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type PgDatabase, type PgQueryResultHKT, pgTable, text } from 'drizzle-orm/pg-core';
import { drizzle as drizzleOnPostgresJs } from 'drizzle-orm/postgres-js';
import { Pool } from 'pg';
import postgres from 'postgres';
import { fromDrizzle } from '../../src/postgres.ts';
import type { HostLibrary, LibraryTransaction, OpenLibrary } from './host-library.ts';

const tags = pgTable('tags', { name: text().notNull() });

type Database = PgDatabase<PgQueryResultHKT>;
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const inDrizzle = (tx: Transaction): LibraryTransaction => ({
  joinable: fromDrizzle(tx, sql),
  async insertTag(name) {
    await tx.insert(tags).values({ name });
  },
  nested: (work) => tx.transaction((nested) => work(inDrizzle(nested))),
});

const onDatabase = (db: Database, reportsRollback: boolean, close: () => Promise<void>): HostLibrary => ({
  transaction: (work) => db.transaction((tx) => work(inDrizzle(tx))),
  reportsRollback,
  withoutTransaction: () => fromDrizzle(db as unknown as Transaction, sql),
  close,
});

/** Drizzle on `pg`. */
export const openDrizzle: OpenLibrary = async (connectionString) => {
  const pool = new Pool({ connectionString }).on('error', () => {});
  return onDatabase(drizzle({ client: pool }), false, () => pool.end());
};

/** Drizzle on postgres.js. */
export const openDrizzleOnPostgresJs: OpenLibrary = async (connectionString) => {
  const client = postgres(connectionString, { onnotice: () => {} });
  return onDatabase(drizzleOnPostgresJs({ client }), true, () => client.end());
};
