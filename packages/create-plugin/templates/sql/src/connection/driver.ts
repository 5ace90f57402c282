import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';

/** The part of a connection of the package `pg` that this plugin uses: tests replace it. */
export interface DriverClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The options of a connection. */
export interface DriverClientOptions {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  readonly ssl: false | ConnectionOptions;
  readonly connectionTimeoutMillis: number;
  /** Returns the socket, so that the plugin can close it. */
  readonly stream: () => Duplex;
}

/** The part of a driver that this plugin uses. */
export interface Driver {
  createClient(options: DriverClientOptions): DriverClient;
}

/** Loads the driver on the first connection. */
export type LoadDriver = () => Promise<Driver>;

/**
 * Imports the package `pg`, and guards its connections: the host of a config may be any server, and `pg` trusts its server. Another
 * platform has another driver: change this file, `connect.ts` and `failure-rows.ts`.
 */
export async function loadDriver(): Promise<Driver> {
  const [{ Client, Connection }, { guardPostgresConnection }] = await Promise.all([
    import('pg'),
    import('@portcullis/plugin-network'),
  ]);
  return {
    createClient(options) {
      const guarded = { ...options, connection: guardPostgresConnection(new Connection(options)) };
      return new Client(guarded);
    },
  };
}
