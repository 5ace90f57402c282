import type { LookupFunction } from 'node:net';

/** The part of a connection of the package `@redis/client` that this plugin uses: tests replace it. */
export interface CommandClient {
  connect(): Promise<unknown>;
  sendCommand(command: readonly string[]): Promise<unknown>;
  /** Closes the connection immediately. */
  destroy(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The options of a connection. */
export interface CommandClientOptions {
  readonly username: string;
  readonly password: string;
  readonly socket: {
    readonly host: string;
    readonly port: number;
    /** Resolves the host; absent for an address. */
    readonly lookup?: LookupFunction;
    readonly tls: boolean;
    readonly servername?: string;
    readonly ca?: string[];
    readonly connectTimeout: number;
    /** Destroys the socket, even during the connection attempt, when `destroy` of the client does not. */
    readonly signal: AbortSignal;
  };
}

/** Loads the client on the first connection. */
export type LoadClient = () => Promise<(options: CommandClientOptions) => CommandClient>;

/** Imports the package `@redis/client`. Another protocol has another client: change this file and `connect.ts`. */
export async function loadClient(): ReturnType<LoadClient> {
  const { createClient } = await import('@redis/client');
  return ({ socket, ...options }) => {
    const { tls, ...place } = socket;
    return createClient({
      ...options,
      // The service account may not run the command that sets the name of a client.
      disableClientInfo: true,
      socket: { ...place, ...(tls ? { tls } : { tls: false }), reconnectStrategy: false },
    });
  };
}
