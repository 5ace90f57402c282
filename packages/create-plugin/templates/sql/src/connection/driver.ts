import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';

/** As much of a connection of the package `pg` as this plugin uses: tests put something else in its place. */
export interface DriverClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The options that a connection is made from. */
export interface DriverClientOptions {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  readonly ssl: false | ConnectionOptions;
  readonly connectionTimeoutMillis: number;
  /** Gives the socket, so that it can be closed from outside. */
  readonly stream: () => Duplex;
}

/** As much of the package `pg` as this plugin uses. */
export interface Driver {
  readonly Client: new (options: DriverClientOptions) => DriverClient;
}

/** Brings the driver, on the first connection. */
export type LoadDriver = () => Promise<Driver>;

/** Imports the package `pg`. Another platform has another driver: change this file, `connect.ts` and `failure-rows.ts`. */
export async function loadDriver(): Promise<Driver> {
  const { Client } = await import('pg');
  return { Client };
}
