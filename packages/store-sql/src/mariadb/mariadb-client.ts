import type { ErrorSource } from '../connections/observed-errors.ts';
import type { ConnectionSocket } from '../connections/response-watch.ts';

/** The part of a pool of `mysql2/promise` that the store uses. Any pool with the same behaviour is accepted. */
export interface MariaDbPool {
  getConnection(): Promise<MariaDbPoolConnection>;
  end(): Promise<void>;
}

/** A pool of `mysql2`, which has callbacks. */
export interface MariaDbCallbackPool {
  promise(): MariaDbPool;
}

/** The part of a connection of `mysql2/promise` that the store uses. */
export interface MariaDbConnection {
  /** The connection with callbacks, in `mysql2/promise`. It reports a broken connection. */
  readonly connection?: unknown;
  /** Runs a statement without parameters. */
  query(query: MariaDbQuery): Promise<readonly [unknown, ...unknown[]]>;
  /** Runs a prepared statement. */
  execute(query: MariaDbQuery): Promise<readonly [unknown, ...unknown[]]>;
}

/** A connection that is returned to its pool. */
export interface MariaDbPoolConnection extends MariaDbConnection, ErrorSource {
  /** The socket, in `mysql2`. */
  readonly stream?: ConnectionSocket;
  release(): void;
  destroy(): void;
}

/** A connection of `mysql2`, which has callbacks. */
export interface MariaDbCallbackConnection {
  promise(): MariaDbConnection;
}

/** A statement in the form of `mysql2`. */
export interface MariaDbQuery {
  readonly sql: string;
  readonly values?: unknown[];
  /** True for rows as arrays. */
  readonly rowsAsArray: boolean;
  /** True for the driver's own conversion of values, independent of the options of the connection. */
  readonly typeCast: true;
  /** True for texts in place of numbers that are not safe. */
  readonly supportBigNumbers: true;
}
