import type { PostgresPool } from './postgres-client.ts';

/** What `createPostgresStore` takes: a connection string, the options of a `pg` pool, or a pool of the host's own. */
export interface PostgresStoreOptions {
  /** `postgresql://user:password@host:port/database`. What it says wins over the options in `pool`. */
  readonly connectionString?: string;
  /** Options for `new Pool(...)` of `pg`, or a pool, which the store then uses and never ends. */
  readonly pool?: PostgresPool | PostgresPoolOptions;
  /** The schema of the tables, made when it is missing. @default the first one of the search path */
  readonly schema?: string;
  /**
   * Whether processes tell each other what is due through LISTEN and NOTIFY, for which each needs one more connection. Where none
   * can be spared, or a pooler in transaction mode stands in between, they look at the store from time to time. @default true
   */
  readonly listen?: boolean;
  /**
   * Whether the statements of transactions are prepared once a connection, which saves the server the most of parsing and planning. Set it
   * to false where a pooler in transaction mode stands in between that does not know of them, such as PgBouncer before 1.21
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

/** Whether statements are prepared: of a pool of the host's own it is not known what its connections go through. */
export function keepsStatements({ preparedStatements, pool }: PostgresStoreOptions): boolean {
  return preparedStatements ?? !(pool && isPool(pool));
}

/** Whether the pool is one, and not the options for one. */
export function isPool(pool: PostgresPool | PostgresPoolOptions): pool is PostgresPool {
  return 'connect' in pool && typeof pool.connect === 'function';
}
