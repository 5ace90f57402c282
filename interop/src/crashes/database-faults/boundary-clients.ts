import { setTimeout as wait } from 'node:timers/promises';
import { definitionOf, sql } from '@portcullis/plugin-api';
import { redshift } from '@portcullis/plugin-redshift';
import { createPgBossQueue } from '@portcullis/queue-pg-boss';
import { createPostgresStore, type PostgresStoreOptions } from '@portcullis/store-sql/postgres';
import { sampleRow } from '@portcullis/testing';
import { Pool } from 'pg';

/** A part of the product with connections to PostgreSQL. */
export interface BoundaryClient {
  /** The name in the table. */
  readonly name: string;
  /** Connects, uses each function once, and closes. May fail. */
  exercise(connectionString: string): Promise<void>;
  /** Does the same and returns whether it succeeded. */
  works(connectionString: string): Promise<boolean>;
}

/** The clients of the table. */
export const BOUNDARY_CLIENTS: readonly BoundaryClient[] = [
  client("the store, and its LISTEN connection, on the store's own pool", (connectionString) =>
    useStore({ connectionString }),
  ),
  client('the same on a pool of the host without error listeners', async (connectionString) => {
    const pool = new Pool({ connectionString, max: 3 });
    try {
      return await useStore({ pool });
    } finally {
      await pool.end();
    }
  }),
  client('pg-boss', useQueue),
  client('the driver of Redshift', useRedshift),
];

function client(name: string, use: (connectionString: string) => Promise<boolean>): BoundaryClient {
  return { name, works: use, exercise: async (connectionString) => void (await use(connectionString)) };
}

let seed = 0;

async function useStore(options: PostgresStoreOptions): Promise<boolean> {
  const store = createPostgresStore({ schema: 'boundaries', ...options });
  try {
    await store.open();
    seed += 1;
    const stop = await store.signals?.listen(
      () => {},
      () => {},
    );
    await store.transaction(async (transaction) => {
      await Promise.all([transaction.insert('leases', sampleRow('leases', seed)), transaction.find('endpointQueues')]);
    });
    await Promise.all([store.find('leases', { limit: 1 }), store.count('events', {}), store.signals?.send('one')]);
    await stop?.();
    return true;
  } finally {
    await store.close();
  }
}

/** pg-boss polls every two seconds if it cannot listen. The test does not wait longer for a lost wake-up. */
const WAKE_MS = 300;

async function useQueue(connectionString: string): Promise<boolean> {
  const queue = createPgBossQueue({ connectionString, boss: { schema: 'boundaries' }, onError: () => {} });
  try {
    const handled = new Promise<boolean>((resolve) => {
      queue.handle('look', async () => resolve(true));
    });
    await queue.wake({ name: 'look', key: 'all' });
    await queue.wake({ name: 'look', key: 'later', at: Date.now() + 1000 });
    return await Promise.race([handled, wait(WAKE_MS, false)]);
  } finally {
    await queue.close();
  }
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function useRedshift(connectionString: string): Promise<boolean> {
  const { hostname, port, username, password, pathname } = new URL(connectionString);
  const definition = definitionOf(redshift({ engine: 'postgresql' }));
  const config = definition.config.parse({
    host: hostname,
    port: Number(port),
    database: 'governed',
    initialDatabase: pathname.slice(1),
    authenticationType: 'userPassword',
    username,
    password,
  });
  const session = await definition.connect?.({
    config,
    stage: 'initial',
    actor: 'setup',
    mode: 'automatic',
    facts: {},
    secrets: {},
    signal: new AbortController().signal,
    deadlineMs: 5000,
    logger: quiet,
  } as never);
  const { query, close } = session as unknown as {
    query(text: ReturnType<typeof sql>): Promise<readonly unknown[]>;
    close(): Promise<void>;
  };
  try {
    await query(sql`SELECT 1 AS one`);
    return (await query(sql`SELECT relname FROM pg_catalog.pg_class LIMIT 5`)).length > 0;
  } finally {
    await close();
  }
}
