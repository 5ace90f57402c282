import type { Duplex } from 'node:stream';

/** The part of a connection of the package `pg` that this plugin uses. */
export interface DriverClient {
  connect(): Promise<unknown>;
  /** Text without parameters is sent as a simple query: one message, one statement. */
  query(text: string): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'notice', listener: (notice: { readonly message?: string | undefined }) => void): unknown;
  /** Number and key of the server's process, with which a running statement is cancelled. */
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/** The options of a connection. */
export interface DriverClientOptions {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: false | { readonly rejectUnauthorized: true; readonly servername?: string; readonly ca?: string[] };
  readonly connectionTimeoutMillis: number;
  readonly application_name: string;
  readonly keepAlive: boolean;
  /** Returns the socket, so that the plugin can close it. */
  readonly stream: () => Duplex;
  /** The connection of the client. @default the client creates one */
  readonly connection?: DriverConnection;
}

/** The part of the protocol of the package `pg` that the plugin uses: a connection, with or without a client. */
export interface DriverConnection {
  /** Reads the messages of a stream; called once, after the exchange about TLS. */
  attachListeners?(stream: Duplex): void;
  connect(port: number, host: string): void;
  requestSsl(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** `sslconnect` follows {@link DriverConnection.requestSsl}. */
  once(event: 'connect' | 'sslconnect' | 'end', listener: () => void): unknown;
  cancel(processId: number, secretKey: number): void;
}

/** The part of the package `pg` that this plugin uses. */
export interface Driver {
  readonly Client: new (options: DriverClientOptions) => DriverClient;
  /**
   * The class of connections: those of clients, and those that cancel statements.
   * @default none: the connection of an aborted statement is closed, passwords that Amazon Redshift stores as `sha256|…`
   * need a driver that supports them, and messages of the server are not checked
   */
  readonly Connection?: new (
    options: Pick<DriverClientOptions, 'ssl' | 'stream'> & Partial<Pick<DriverClientOptions, 'keepAlive'>>,
  ) => DriverConnection;
}

/** Loads the driver on the first connection. */
export type LoadDriver = () => Promise<Driver>;

/** Imports the package `pg`. */
export async function loadPostgresDriver(): Promise<Driver> {
  const { Client, Connection } = await import('pg');
  return { Client, Connection: Connection as unknown as NonNullable<Driver['Connection']> };
}
