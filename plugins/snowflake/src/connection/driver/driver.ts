import { PlatformError } from '@portcullis/plugin-api';

/** The part of a statement of the package `snowflake-sdk` that this plugin uses. */
export interface DriverStatement {
  cancel(done?: (error: Error | undefined) => void): void;
}

/** The part of a connection of the package `snowflake-sdk` that this plugin uses. */
export interface DriverConnection {
  connect(done: (error: Error | undefined) => void): unknown;
  execute(request: {
    readonly sqlText: string;
    /** Session parameters for this statement only. */
    readonly parameters?: Readonly<Record<string, string | number>>;
    readonly complete: (
      error: Error | undefined,
      statement: DriverStatement,
      rows: readonly Readonly<Record<string, unknown>>[] | undefined,
    ) => void;
  }): DriverStatement;
  destroy(done: (error: Error | undefined) => void): void;
}

/** The options of a connection. Source: Snowflake Node.js driver, "Options reference". */
export interface DriverOptions {
  readonly accessUrl: string;
  readonly account: string;
  readonly username?: string;
  readonly password?: string;
  readonly authenticator: 'SNOWFLAKE' | 'SNOWFLAKE_JWT' | 'OAUTH';
  readonly privateKey?: string;
  readonly token?: string;
  /** The role of the sign-in, as an identifier. @default the default role of the user */
  readonly role?: string;
  readonly application: string;
  readonly timeout: number;
  readonly sfRetryMaxLoginRetries: number;
  readonly validateDefaultParameters: boolean;
  readonly fetchAsString: readonly ('String' | 'Boolean' | 'Number' | 'Date' | 'JSON' | 'Buffer')[];
  readonly proxyHost?: string;
  readonly proxyPort?: number;
  readonly proxyProtocol?: string;
  readonly proxyUser?: string;
  readonly proxyPassword?: string;
}

/** The part of the package `snowflake-sdk` that this plugin uses. */
export interface Driver {
  configure(options: {
    readonly customLogger: Readonly<Record<'error' | 'warn' | 'info' | 'debug' | 'trace', (message: string) => void>>;
  }): void;
  createConnection(options: DriverOptions): DriverConnection;
}

/** Loads the driver on the first connection that needs it. */
export type LoadDriver = () => Promise<Driver>;

/**
 * Environment variables that disable two functions of the driver when it is imported: it then loads no native code, and
 * does not query the metadata addresses of clouds (169.254.169.254, metadata.google.internal) and AWS STS. A value that the host
 * has set is kept. Source: snowflake-sdk 3.3.0, `telemetry/platform_detection` and `minicore`.
 */
const DISABLING_VARIABLES = ['SNOWFLAKE_DISABLE_PLATFORM_DETECTION', 'SNOWFLAKE_DISABLE_MINICORE'] as const;

let pendingImport: Promise<Driver> | undefined;

/**
 * Imports the package `snowflake-sdk`, once.
 *
 * @throws PlatformError `unsupported` if it is not installed, with the package to install.
 */
export async function loadSnowflakeSdk(): Promise<Driver> {
  pendingImport ??= importWithoutDetection();
  try {
    return await pendingImport;
  } catch (cause) {
    pendingImport = undefined;
    throw new PlatformError({
      failureClass: 'unsupported',
      message:
        'To sign in with a user name and a password, the service needs the package snowflake-sdk, which is not installed. Sign-in with a key pair needs no driver.',
      help: 'Ask the operator of the service to run: npm install snowflake-sdk',
      cause,
    });
  }
}

async function importWithoutDetection(): Promise<Driver> {
  const unset = DISABLING_VARIABLES.filter((name) => process.env[name] === undefined);
  for (const name of unset) process.env[name] = 'true';
  try {
    const module = (await import('snowflake-sdk')) as unknown as { readonly default?: Driver } & Driver;
    return module.default ?? module;
  } finally {
    for (const name of unset) delete process.env[name];
  }
}
