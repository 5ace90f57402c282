import { idRangeOf, StoreError } from '@portcullis/core/ports';
import { Kysely, PostgresDriver, sql } from 'kysely';
import type { Client, ClientConfig, PoolConfig } from 'pg';
import { explainUnreadable } from '../connections/connection-string.ts';
import { destroyLate } from '../connections/destroy-late.ts';
import { observeErrors } from '../connections/observed-errors.ts';
import type { ConnectionSocket } from '../connections/response-watch.ts';
import { migrate } from '../migrations/migrate.ts';
import { createCompiler } from '../operations/compiler.ts';
import { createSqlOperations, type SqlOperations } from '../operations/sql-operations.ts';
import { translateError } from '../operations/translate-error.ts';
import type { RowSource } from '../schema/row-source.ts';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';
import { kyselyPool } from './kysely-pool.ts';
import { observePool } from './observe-pool.ts';
import type { PostgresClient, PostgresPool, PostgresResult } from './postgres-client.ts';
import { isRefusedAfterFailure, POSTGRES_ERRORS } from './postgres-errors.ts';
import { POSTGRES_FLAVOUR } from './postgres-flavour.ts';
import { catchUpSequences, createPostgresSequences, enterIdRange } from './postgres-sequences.ts';
import { isPool, type PostgresStoreOptions } from './postgres-store-options.ts';
import type { QueryRunner } from './query-runner.ts';
import { enforceRowLevelSecurity } from './row-level-security.ts';
import { peerSettings, type SessionLimits } from './session-limits.ts';
import { borrowConnection, connectClient, type SignalConnection } from './signal-connection.ts';
import { type TakenConnection, takeConnection } from './take-connection.ts';
import { POSTGRES_TEXT_FLAVOUR } from './text/text-flavour.ts';

/**
 * The defaults of pools that the store creates. A connection that is not available within the limit is an error.
 * Concurrent calls of one transaction go to the server together.
 */
const POOL_DEFAULTS = {
  application_name: 'portcullis',
  connectionTimeoutMillis: 10_000,
  pipeline: true,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
};

/** An open database. */
export interface OpenPostgres {
  /** The operations of the port as statements in this schema. */
  readonly operationsOn: SqlOperations;
  /** The same for connections of other libraries: parameters and results are text. */
  readonly textOperationsOn: SqlOperations;
  /** Returns how many of the given number of rows one statement writes. */
  readonly atOnce: RowSource['atOnce'];
  /** Runs a query outside of any transaction. */
  ask(text: string, values: unknown[]): Promise<PostgresResult>;
  /** Ends the connections. */
  close(): Promise<void>;
  /** The schema of the tables. */
  readonly schema: string;
  /** Takes a connection for a transaction. */
  take(): Promise<TakenConnection>;
  /** Creates a connection that waits for notifications; undefined if the pool has no spare connection. */
  connect(): Promise<SignalConnection | undefined>;
}

/**
 * Connects, creates missing tables and migrates them to the newest schema. Import this module late, because it loads
 * Kysely. `pg` is loaded here, and only if the store creates the pool.
 */
export async function openPostgres(options: PostgresStoreOptions, limits: SessionLimits): Promise<OpenPostgres> {
  const range = idRangeOf(options.cell);
  const { pool, end, connect } = await poolOf(options);
  observePool(pool);
  const prepare = createClientContext(peerSettings(limits));
  /** The last statement that failed by itself: the migrator ignores it, and the next one in its transaction fails because of it. */
  let failure: unknown;
  const db = new Kysely<AnyTables>({
    log(event) {
      if (event.level === 'error' && !isRefusedAfterFailure(event.error)) failure = event.error;
    },
    dialect: {
      ...POSTGRES_FLAVOUR.language,
      createDriver: () => new PostgresDriver({ pool: kyselyPool(pool, end) }),
    },
  });
  try {
    const schema = options.schema ?? (await currentSchema(db));
    await migrate(db, POSTGRES_FLAVOUR, schema);
    await enforceRowLevelSecurity(db, schema, options.rowLevelSecurity ?? false);
    if (options.cell !== undefined) await enterIdRange(db, schema, range);
    await catchUpSequences(db, schema, range);
    const compiler = createCompiler(POSTGRES_FLAVOUR);
    const operationsIn = (flavour: SqlFlavour): SqlOperations =>
      createSqlOperations(
        options.schema === undefined ? compiler : compiler.withSchema(options.schema),
        flavour,
        createPostgresSequences(schema, range),
      );
    return {
      operationsOn: operationsIn(POSTGRES_FLAVOUR),
      textOperationsOn: operationsIn(POSTGRES_TEXT_FLAVOUR),
      atOnce: POSTGRES_FLAVOUR.rowSource.atOnce,
      async ask(text, values) {
        const { run, release } = await takeConnection(pool, prepare);
        return run(text, values).finally(() => release());
      },
      close: () => db.destroy(),
      schema,
      take: () => takeConnection(pool, prepare),
      connect,
    };
  } catch (error) {
    await db.destroy();
    const reason = isRefusedAfterFailure(error) ? failure : explainUnreadable(error);
    throw openingFailure(options, translateError(POSTGRES_ERRORS, reason));
  }
}

/** Names the missing option if the store tried the server that `pg` assumes: the environment variable of the host is often missing. */
function openingFailure({ connectionString, pool }: PostgresStoreOptions, error: unknown): unknown {
  if (connectionString || pool || !StoreError.isInstance(error) || error.code !== 'STORE_CONNECTION_LOST') return error;
  const message = `The store has no connectionString and no pool, so pg used PGHOST, or else this machine: ${error.message}`;
  return new StoreError(error.code, message, error.cause);
}

/** The schema of new tables. The migrator would mistake tables of the same name in other schemas for its own. */
async function currentSchema(db: Kysely<AnyTables>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  const name = rows[0]?.name;
  if (name) return name;
  throw new StoreError(
    'STORE_INPUT_INVALID',
    'The search path of the connection names no schema: pass one as `schema`.',
  );
}

/**
 * Returns a client class with an error listener from the beginning: a client can break before it is connected, or
 * while it is returned.
 *
 * @param open - receives each client until its end.
 */
function observedClient(Kind: typeof Client, open: Set<Client>): typeof Client {
  return class extends Kind {
    constructor(config?: string | ClientConfig) {
      super(config);
      observeErrors(this);
      open.add(this);
      this.once('end', () => open.delete(this));
    }
  };
}

/**
 * Returns a function that sends the settings of a session once for each client. A server or pooler that rejects them
 * keeps its own settings.
 */
function createClientContext(settings: string | undefined): (client: object, run: QueryRunner) => void {
  const prepared = new WeakSet<object>();
  return (client, run) => {
    if (settings === undefined || prepared.has(client)) return;
    prepared.add(client);
    run(settings, []).catch(() => {});
  };
}

function socketOf({ connection }: PostgresClient): ConnectionSocket | undefined {
  return connection?.stream;
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
  const open = new Set<Client>();
  const ObservedClient = observedClient((options.pool?.Client as typeof pg.Client | undefined) ?? pg.Client, open);
  const pool = new pg.Pool({ ...config, Client: ObservedClient } as PoolConfig);
  return {
    pool,
    end() {
      destroyLate(() => [...open].map(socketOf)).unref();
      return pool.end();
    },
    async connect() {
      const client = new ObservedClient({ ...config, keepAlive: true, pipeline: false } as ClientConfig);
      const connection = await connectClient(client);
      return {
        on: client.on.bind(client) as SignalConnection['on'],
        query: (text) => connection.query(text),
        end() {
          const late = destroyLate(() => [socketOf(client)]);
          return connection.end().finally(() => clearTimeout(late));
        },
      };
    },
  };
}
