import type { Duplex } from 'node:stream';

/** The part of a connection of the package `mysql2` that this plugin uses. Tests replace it. */
export interface DriverConnection {
  query(text: string): Promise<readonly [unknown, unknown]>;
  end(): Promise<void>;
  destroy(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Options of a driver connection. */
export interface DriverConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly ssl?: { readonly rejectUnauthorized: true; readonly verifyIdentity: true; readonly ca?: string[] };
  readonly charset: string;
  readonly connectTimeout: number;
  readonly flags: string[];
  /** Opens the socket, so that it can be guarded and closed from outside. */
  readonly stream: () => Duplex;
}

/** The part of the package `mysql2` that this plugin uses. */
export interface Driver {
  createConnection(options: DriverConnectionOptions): Promise<DriverConnection>;
}

/** Loads the driver on the first connection. */
export type LoadDriver = () => Promise<Driver>;

/** Imports the package `mysql2`. */
export async function loadDriver(): Promise<Driver> {
  const { createConnection } = await import('mysql2/promise');
  return { createConnection };
}
