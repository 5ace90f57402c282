import type { Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';

/** A column of a row. */
export interface DriverColumn {
  readonly metadata: { readonly colName: string };
  readonly value: unknown;
}

/** An ERROR or INFO message of the server. Source: [MS-TDS], "ERROR". */
export interface DriverMessage {
  readonly number: number;
  readonly message: string;
}

/** The part of a request of the package `tedious` that this plugin uses. */
export interface DriverRequest {
  on(event: 'row', listener: (columns: readonly DriverColumn[]) => void): unknown;
}

/** The part of a connection of the package `tedious` that this plugin uses. */
export interface DriverConnection {
  connect(done: (error?: Error) => void): void;
  execSqlBatch(request: DriverRequest): void;
  /** Sends an attention for the running request. */
  cancel(): boolean;
  close(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'errorMessage' | 'infoMessage', listener: (message: DriverMessage) => void): unknown;
  once(event: 'end', listener: () => void): unknown;
}

/** Opens the socket of a connection; the driver provides the address, also after a redirect of the gateway. */
export type Connector = (
  address: { readonly host: string; readonly port: number },
  lookup: unknown,
  signal: AbortSignal,
) => Promise<Socket>;

/** The options of a connection. Source: Tedious, "API: Connection", `new Connection(config)`. */
export interface DriverConfig {
  readonly server: string;
  readonly authentication: {
    readonly type: 'default';
    readonly options: { readonly userName: string; readonly password: string };
  };
  readonly options: {
    readonly port: number;
    readonly database: string;
    readonly appName: string;
    readonly workstationId: string;
    readonly encrypt: boolean | 'strict';
    readonly trustServerCertificate: false;
    readonly cryptoCredentialsDetails: { readonly ca?: string[] };
    readonly connectTimeout: number;
    readonly requestTimeout: number;
    readonly cancelTimeout: number;
    readonly maxRetriesOnTransientErrors: 0;
    readonly connector: Connector;
  };
}

/** The part of the package `tedious` that this plugin uses. */
export interface Driver {
  readonly Connection: new (config: DriverConfig) => DriverConnection;
  readonly Request: new (text: string, done: (error: Error | null | undefined) => void) => DriverRequest;
}

/** Loads the driver on the first connection. */
export type LoadDriver = () => Promise<Driver>;

/**
 * Imports the package `tedious`.
 *
 * @param load - loads the module.
 * @throws PlatformError `unsupported` if it is not installed, with the package to install.
 */
export async function loadTedious(load: () => Promise<unknown> = () => import('tedious')): Promise<Driver> {
  try {
    const module = (await load()) as { readonly default?: Driver } & Driver;
    return module.default ?? module;
  } catch (cause) {
    throw new PlatformError({
      failureClass: 'unsupported',
      message: 'To connect to Azure Synapse Analytics, the service needs the package tedious, which is not installed.',
      help: 'Ask the operator of the service to run: npm install tedious',
      cause,
    });
  }
}
