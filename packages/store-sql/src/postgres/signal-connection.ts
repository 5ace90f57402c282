import { hearErrors } from './heard-errors.ts';
import type { PostgresPool, PostgresPoolClient } from './postgres-client.ts';

/** A connection on which notifications come. */
export interface SignalConnection {
  on(event: 'notification', listener: (notification: { readonly payload?: string | undefined }) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  query(text: string): Promise<unknown>;
  end(): Promise<void>;
}

/** The part of `pg`'s client that is needed for a connection of one's own. */
interface OwnClient extends SignalConnection {
  connect(): Promise<unknown>;
  unref?(): void;
}

/** Connects a client of our own. It does not keep the process alive. */
export async function connectClient(client: OwnClient): Promise<SignalConnection> {
  hearErrors(client);
  await client.connect();
  client.unref?.();
  return client;
}

/** Takes a connection out of the host's pool, unless it has only one: that is for work. */
export async function borrowConnection(pool: PostgresPool): Promise<SignalConnection | undefined> {
  const { max } = (pool as { readonly options?: { readonly max?: number } }).options ?? {};
  if (max !== undefined && max < 2) return undefined;
  const client = (await pool.connect()) as PostgresPoolClient & Omit<SignalConnection, 'end' | 'query'>;
  hearErrors(client);
  let released = false;
  return {
    on: client.on.bind(client) as SignalConnection['on'],
    query: (text) => (client.query as unknown as (text: string) => Promise<unknown>).call(client, text),
    async end() {
      // It listens, which is unexpected of a pooled connection.
      if (!released) client.release(true);
      released = true;
    },
  };
}
