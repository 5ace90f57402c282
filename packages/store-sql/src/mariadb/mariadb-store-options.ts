import type { MariaDbCallbackPool, MariaDbPool } from './mariadb-client.ts';

/** Options of `createMariaDbStore`: a connection string, the options of a `mysql2` pool, or the host's own pool. */
export interface MariaDbStoreOptions {
  /** `mariadb://user:password@host:port/database`. Options in `pool` override it. */
  readonly connectionString?: string | undefined;
  /** Options for `createPool(...)` of `mysql2`, or a pool, which the store then uses and never ends. */
  readonly pool?: MariaDbPool | MariaDbCallbackPool | MariaDbPoolOptions;
  /**
   * The number of the store's cell, for tenants that move between databases: 0 to 8,191. Stores of different cells assign
   * different ids. It can be raised, but not lowered.
   * @remarks Set it before you move tenants between databases.
   * @default 0
   */
  readonly cell?: number;
  /**
   * Milliseconds between two reads of the signals of other processes. MariaDB has no notifications: a process that has
   * work for others inserts a row, and each process reads the new rows at this interval, with one query for all tenants. 0
   * if processes neither send nor read signals; without them, they check the store from time to time. A queue replaces the
   * signals.
   * @remarks Lower it for shorter delays between nodes. Raise it if many idle nodes share a server. Set it to 0 if there is
   * one process.
   * @default 500
   */
  readonly signalPollMs?: number;
  /**
   * Milliseconds after which the server ends a transaction of the store whose process is suspended or disconnected. Its row
   * locks are then free for other processes. If the process resumes, it retries the transaction. 0 for no limit. The server
   * counts in whole seconds.
   * @remarks Raise it if processes stall for longer without having failed.
   * @default 3000, or the setting of the session for the host's own pool
   */
  readonly idleTransactionTimeoutMs?: number;
  /**
   * Milliseconds that a transaction of the store waits for a locked row; after that, it releases its own row locks and is
   * retried, up to ten times. 0 for the setting of the session. The server counts in whole seconds.
   * @remarks Raise it if other transactions in the database hold locks for longer.
   * @default 4000, or the setting of the session for the host's own pool
   */
  readonly lockTimeoutMs?: number;
  /**
   * Milliseconds after which the server closes a connection to a silent process while it sends a response
   * (`net_write_timeout`). 0 keeps the setting of the session. The server counts in whole seconds.
   * @remarks Raise it on networks that lose packets for seconds.
   * @default 4000, or the setting of the session for the host's own pool
   */
  readonly peerTimeoutMs?: number;
}

/** The names of all options. */
export const MARIADB_OPTION_NAMES = Object.keys({
  connectionString: null,
  pool: null,
  cell: null,
  signalPollMs: null,
  idleTransactionTimeoutMs: null,
  lockTimeoutMs: null,
  peerTimeoutMs: null,
} satisfies Record<keyof MariaDbStoreOptions, null>);

/** The options of a `mysql2` pool; options not named here are passed on unchanged. */
export interface MariaDbPoolOptions {
  /** The host of the server. */
  readonly host?: string;
  /** The port of the server. */
  readonly port?: number;
  /** The account of the store. */
  readonly user?: string;
  /** Its password. */
  readonly password?: string;
  /** The name of the database. */
  readonly database?: string;
  /** The TLS options of `mysql2`. */
  readonly ssl?: unknown;
  /**
   * Maximum number of connections.
   * @remarks Raise it if requests wait for connections. The connections of all nodes together must be below `max_connections`
   * of the server.
   * @default 10
   */
  readonly connectionLimit?: number;
  readonly [option: string]: unknown;
}

/** Returns whether the value is a pool instead of options for one. */
export function isPool(
  pool: MariaDbPool | MariaDbCallbackPool | MariaDbPoolOptions,
): pool is MariaDbPool | MariaDbCallbackPool {
  return 'getConnection' in pool && typeof pool.getConnection === 'function';
}
