import type { PostgresPool } from './postgres-client.ts';

/** Options of `createPostgresStore`: a connection string, the options of a `pg` pool, or a pool of the host's own. */
export interface PostgresStoreOptions {
  /** `postgresql://user:password@host:port/database`. What it says wins over the options in `pool`. */
  readonly connectionString?: string;
  /** Options for `new Pool(...)` of `pg`, or a pool, which the store then uses and never ends. */
  readonly pool?: PostgresPool | PostgresPoolOptions;
  /** The schema of the tables, made when it is missing. @default the first one of the search path */
  readonly schema?: string;
  /**
   * True when processes signal due work to each other through LISTEN and NOTIFY, for which each needs one more connection.
   * Where none can be spared, or a pooler in transaction mode stands in between, they check the store from time to time.
   * @default true
   */
  readonly listen?: boolean;
  /**
   * True when the statements of transactions are prepared once a connection, which saves the server most of the parsing and
   * planning. Set it to false behind a pooler in transaction mode that does not support them, such as PgBouncer before 1.21
   * or without `max_prepared_statements`.
   *
   * @default true, or false for a pool of the host's own
   */
  readonly preparedStatements?: boolean;
  /**
   * Milliseconds after which the server ends a transaction of the store whose process is silent: frozen, or cut off. Its rows are then free
   * for other processes, and the transaction is run again if the process goes on. 0 for no limit. Transactions of the host that were joined,
   * and migrations, have none. @default 3000
   */
  readonly idleTransactionTimeoutMs?: number;
  /**
   * Milliseconds that a transaction of the store waits for a row that another one holds; then it gives up its own rows and is run again, up
   * to ten times. 0 for no limit. @default 4000
   */
  readonly lockTimeoutMs?: number;
  /**
   * Milliseconds after which the server gives up a connection whose other end is silent (`tcp_keepalives_*`, `tcp_user_timeout`), also in
   * the middle of an answer. 0 leaves the settings of the server. @default 4000, or 0 for a pool of the host's own
   */
  readonly peerTimeoutMs?: number;
}

/** The options of a `pg` pool; those not named here are passed on as they are. */
export interface PostgresPoolOptions {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string | (() => string | Promise<string>);
  readonly database?: string;
  readonly ssl?: unknown;
  /** Connections at once. @default 10 */
  readonly max?: number;
  readonly [option: string]: unknown;
}

/**
 * Returns whether statements are prepared: for a pool of the host's own it is not known what its connections go through.
 */
export function keepsStatements({ preparedStatements, pool }: PostgresStoreOptions): boolean {
  return preparedStatements ?? !(pool && isPool(pool));
}

/** Returns whether the value is a pool, and not the options for one. */
export function isPool(pool: PostgresPool | PostgresPoolOptions): pool is PostgresPool {
  return 'connect' in pool && typeof pool.connect === 'function';
}
