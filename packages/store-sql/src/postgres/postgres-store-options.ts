import type { PostgresPool } from './postgres-client.ts';

/** Options of `createPostgresStore`: a connection string, the options of a `pg` pool, or the host's own pool. */
export interface PostgresStoreOptions {
  /** `postgresql://user:password@host:port/database`. Overrides the options in `pool`. */
  readonly connectionString?: string | undefined;
  /** Options for `new Pool(...)` of `pg`, or a pool, which the store then uses and never ends. */
  readonly pool?: PostgresPool | PostgresPoolOptions;
  /**
   * The schema of the tables, created if missing.
   * @remarks Set it if other tables share the database.
   * @default the first one of the search path
   */
  readonly schema?: string;
  /**
   * The number of the store's cell, for tenants that move between databases: 0 to 8,191. Stores of different cells assign
   * different ids. It can be raised, but not lowered.
   * @remarks Set it before you move tenants between databases.
   * @default 0
   */
  readonly cell?: number;
  /**
   * True if the database also isolates tenants: each table gets a policy on its column `tenant`, and each transaction sets the
   * tenant whose rows it may access. The role must not be a superuser or have BYPASSRLS, and it must own the tables when the
   * policies are created.
   * @remarks Set it to true if the database must keep tenants apart even if a query forgets to.
   * @default false
   */
  readonly rowLevelSecurity?: boolean;
  /**
   * True if processes signal due work to each other through LISTEN and NOTIFY. Each process needs one more connection for
   * this. Without it, for example behind a pooler in transaction mode, they check the store from time to time. If notifications do
   * not arrive, a warning of the process says so.
   * @remarks Set it to false behind a pooler in transaction mode.
   * @default true
   */
  readonly listen?: boolean;
  /**
   * True if the statements of transactions are prepared once per connection, which saves the server most of the parsing and
   * planning. Set it to false behind a pooler in transaction mode that does not support them, such as PgBouncer before 1.21 or
   * without `max_prepared_statements`: the store would notice it only by transactions that fail, and run them again.
   * @remarks Set it to false behind a pooler that does not support them.
   * @default true, or false for the host's own pool
   */
  readonly preparedStatements?: boolean;
  /**
   * Milliseconds after which the server ends a transaction of the store whose process is suspended or disconnected. Its row
   * locks are then free for other processes. If the process resumes, it retries the transaction. 0 for no limit. Joined
   * transactions of the host, and migrations, have no limit.
   * @remarks Raise it if processes stall for longer without having failed.
   * @default 3000
   */
  readonly idleTransactionTimeoutMs?: number;
  /**
   * Milliseconds that a transaction of the store waits for a locked row; after that, it releases its own row locks and is
   * retried, up to ten times. 0 for no limit.
   * @remarks Raise it if other transactions in the database hold locks for longer.
   * @default 4000
   */
  readonly lockTimeoutMs?: number;
  /**
   * Milliseconds after which the server closes a connection to a silent process (`tcp_keepalives_*`, `tcp_user_timeout`), also
   * while it sends a response. 0 keeps the settings of the server.
   * @remarks Raise it on networks that lose packets for seconds.
   * @default 4000, or 0 for the host's own pool
   */
  readonly peerTimeoutMs?: number;
}

/** The names of all options. */
export const POSTGRES_OPTION_NAMES = Object.keys({
  connectionString: null,
  pool: null,
  schema: null,
  cell: null,
  rowLevelSecurity: null,
  listen: null,
  preparedStatements: null,
  idleTransactionTimeoutMs: null,
  lockTimeoutMs: null,
  peerTimeoutMs: null,
} satisfies Record<keyof PostgresStoreOptions, null>);

/** The options of a `pg` pool; options not named here are passed on unchanged. */
export interface PostgresPoolOptions {
  /** The host of the server. */
  readonly host?: string;
  /** The port of the server. */
  readonly port?: number;
  /** The role of the store. */
  readonly user?: string;
  /** Its password, or a function that returns it for each connection. */
  readonly password?: string | (() => string | Promise<string>);
  /** The name of the database. */
  readonly database?: string;
  /** The TLS options of `pg`. */
  readonly ssl?: unknown;
  /**
   * Maximum number of connections.
   * @remarks Raise it if requests wait for connections. The connections of all nodes together must be below `max_connections`
   * of the server.
   * @default 10
   */
  readonly max?: number;
  readonly [option: string]: unknown;
}

/**
 * Returns whether statements are prepared: the host's own pool may use a pooler that does not support them.
 */
export function keepsStatements({ preparedStatements, pool }: PostgresStoreOptions): boolean {
  return preparedStatements ?? !(pool && isPool(pool));
}

/** Returns whether the value is a pool instead of options for one. */
export function isPool(pool: PostgresPool | PostgresPoolOptions): pool is PostgresPool {
  return 'connect' in pool && typeof pool.connect === 'function';
}
