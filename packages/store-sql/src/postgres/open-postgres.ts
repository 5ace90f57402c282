import { StoreError } from '@portcullis/core';
import { Kysely, PostgresDriver, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { migrate } from '../migrations/migrate.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { kyselyPool } from './kysely-pool.ts';
import type { PostgresPool } from './postgres-client.ts';
import { POSTGRES_FLAVOUR } from './postgres-flavour.ts';
import { isPool, type PostgresStoreOptions } from './postgres-store-options.ts';

/**
 * What our own pools have unless told otherwise. A connection that cannot be had in this time is an error. Calls of one
 * transaction that do not wait for each other go to the server together.
 */
const POOL_DEFAULTS = { application_name: 'portcullis', connectionTimeoutMillis: 10_000, pipeline: true };

/** Connects, makes what is missing and brings it to the newest schema. `pg` is loaded here, and only for a pool of our own. */
export async function openPostgres(options: PostgresStoreOptions): Promise<Kysely<AnyTables>> {
  const { pool, end } = await poolOf(options);
  const db = new Kysely<AnyTables>({
    dialect: {
      ...POSTGRES_FLAVOUR.language,
      createDriver: () => new PostgresDriver({ pool: kyselyPool(pool, end) }),
    },
  });
  try {
    await migrate(db, POSTGRES_FLAVOUR, options.schema ?? (await currentSchema(db)));
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The schema that new tables go to. The migrator would take tables of the same name elsewhere for its own. */
async function currentSchema(db: Kysely<AnyTables>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  const name = rows[0]?.name;
  if (name) return name;
  throw new StoreError(
    'STORE_INPUT_INVALID',
    'The search path of the connection names no schema: pass one as `schema`.',
  );
}

async function poolOf(options: PostgresStoreOptions): Promise<{ pool: PostgresPool; end: () => Promise<void> }> {
  if (options.pool && isPool(options.pool)) return { pool: options.pool, end: async () => {} };
  const { default: pg } = await import('pg');
  const config = { ...POOL_DEFAULTS, connectionString: options.connectionString, ...options.pool };
  const pool = new pg.Pool(config as PoolConfig);
  // An idle connection that breaks is replaced when the next one is needed; unheard, the event would end the process.
  pool.on('error', () => {});
  return { pool, end: () => pool.end() };
}
