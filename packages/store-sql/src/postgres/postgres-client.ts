import type { Writable } from 'node:stream';

/**
 * The part of a `pg` pool that the store uses. Any pool with the same behaviour is accepted. If it also has the events
 * `connect` and `acquire`, like the pool of `pg`, each client gets an error listener when it connects.
 */
export interface PostgresPool {
  connect(): Promise<PostgresPoolClient>;
  end(): Promise<void>;
}

/** The part of a `pg` client that the store uses. */
export interface PostgresClient {
  /** True if queries are sent without waiting for the responses to earlier ones. */
  readonly pipeline?: boolean;
  /** The stream of the client, in `pg`. */
  readonly connection?: { readonly stream?: Pick<Writable, 'cork' | 'uncork' | 'destroy'> };
  query(query: PostgresQuery): Promise<PostgresResult>;
}

/** A client that is returned to its pool. */
export interface PostgresPoolClient extends PostgresClient {
  on(event: 'error', listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

/** A parameterised query in the form of `pg`. */
export interface PostgresQuery {
  readonly text: string;
  readonly values: unknown[];
  /** The name of a prepared statement. */
  readonly name?: string;
  readonly types: { getTypeParser(oid: number): (text: string) => unknown };
}

/** The result of `pg`. */
export interface PostgresResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: Record<string, unknown>[];
}
