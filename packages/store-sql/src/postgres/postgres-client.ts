import type { Writable } from 'node:stream';

/**
 * The part of a `pg` pool that the store uses. Any pool that does the same will do. Of one that also has the events `connect` and
 * `acquire`, as `pg`'s has, each client is listened to from its connect on.
 */
export interface PostgresPool {
  connect(): Promise<PostgresPoolClient>;
  end(): Promise<void>;
}

/** The part of a `pg` client that the store uses. */
export interface PostgresClient {
  /** True when queries go out without waiting for the answers of earlier ones. */
  readonly pipeline?: boolean;
  /** The stream that it writes to, in `pg`. */
  readonly connection?: { readonly stream?: Pick<Writable, 'cork' | 'uncork'> };
  query(query: PostgresQuery): Promise<PostgresResult>;
}

/** A client that goes back to its pool. */
export interface PostgresPoolClient extends PostgresClient {
  on(event: 'error', listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

/** A parameterised query in the form that `pg` takes. */
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
