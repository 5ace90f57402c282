import { StoreError } from '@portcullis/core';
import { Kysely, PostgresDriver, sql } from 'kysely';
import type { ClientConfig, PoolConfig } from 'pg';
import { migrate } from '../migrations/migrate.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { kyselyPool } from './kysely-pool.ts';
import type { PostgresPool } from './postgres-client.ts';
import { POSTGRES_FLAVOUR } from './postgres-flavour.ts';
import { isPool, type PostgresStoreOptions } from './postgres-store-options.ts';
import { borrowConnection, connectClient, type SignalConnection } from './signal-connection.ts';
import { type TakenConnection, takeConnection } from './take-connection.ts';

/**
 * What our own pools have unless told otherwise. A connection that cannot be had in this time is an error. Calls of one
 * transaction that do not wait for each other go to the server together.
 */
const POOL_DEFAULTS = { application_name: 'portcullis', connectionTimeoutMillis: 10_000, pipeline: true };

/** An open database. */
export interface OpenPostgres {
  readonly db: Kysely<AnyTables>;
  /** Where the tables are. */
  readonly schema: string;
  /** Takes a connection for a transaction. */
  take(): Promise<TakenConnection>;
  /** Makes a connection that waits for notifications; undefined where the pool has none to spare. */
  connect(): Promise<SignalConnection | undefined>;
}

/** Connects, makes what is missing and brings it to the newest schema. `pg` is loaded here, and only for a pool of our own. */
export async function openPostgres(options: PostgresStoreOptions): Promise<OpenPostgres> {
  const { pool, end, connect } = await poolOf(options);
  const db = new Kysely<AnyTables>({
    dialect: {
      ...POSTGRES_FLAVOUR.language,
      createDriver: () => new PostgresDriver({ pool: kyselyPool(pool, end) }),
    },
  });
  try {
    const schema = options.schema ?? (await currentSchema(db));
    await migrate(db, POSTGRES_FLAVOUR, schema);
    return { db, schema, take: () => takeConnection(pool), connect };
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

interface UsedPool extends Pick<OpenPostgres, 'connect'> {
  readonly pool: PostgresPool;
  readonly end: () => Promise<void>;
}

async function poolOf(options: PostgresStoreOptions): Promise<UsedPool> {
  if (options.pool && isPool(options.pool)) {
    const { pool } = options;
    return { pool, end: async () => {}, connect: () => borrowConnection(pool) };
  }
  const { default: pg } = await import('pg');
  const config = { ...POOL_DEFAULTS, connectionString: options.connectionString, ...options.pool };
  const pool = new pg.Pool(config as PoolConfig);
  // An idle connection that breaks is replaced when the next one is needed; unheard, the event would end the process.
  pool.on('error', () => {});
  return {
    pool,
    end: () => pool.end(),
    connect: () => connectClient(new pg.Client({ ...config, keepAlive: true, pipeline: false } as ClientConfig)),
  };
}
