import { observeErrors } from '../connections/observed-errors.ts';
import type { PostgresPool, PostgresPoolClient, PostgresResult } from './postgres-client.ts';

/** A connection that receives notifications. */
export interface SignalConnection {
  on(event: 'notification', listener: (notification: { readonly payload?: string | undefined }) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  query(text: string): Promise<Pick<PostgresResult, 'rows'>>;
  end(): Promise<void>;
}

/** The part of a `pg` client that a separate connection needs. */
interface OwnClient extends SignalConnection {
  connect(): Promise<unknown>;
  unref?(): void;
}

/** Connects a separate client. It does not keep the process alive. */
export async function connectClient(client: OwnClient): Promise<SignalConnection> {
  observeErrors(client);
  await client.connect();
  client.unref?.();
  return client;
}

/** Takes a connection from the host's pool, unless the pool has only one, which is for queries. */
export async function borrowConnection(pool: PostgresPool): Promise<SignalConnection | undefined> {
  const { max } = (pool as { readonly options?: { readonly max?: number } }).options ?? {};
  if (max !== undefined && max < 2) return undefined;
  const client = (await pool.connect()) as PostgresPoolClient & Omit<SignalConnection, 'end' | 'query'>;
  observeErrors(client);
  let released = false;
  return {
    on: client.on.bind(client) as SignalConnection['on'],
    query: (text) => (client.query as unknown as SignalConnection['query']).call(client, text),
    async end() {
      // Destroyed, not returned: a pooled connection must not listen.
      if (!released) client.release(true);
      released = true;
    },
  };
}
