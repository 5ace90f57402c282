import type { LoadDriver } from './connection/driver/driver.ts';

/** Options of {@link snowflake}. Each has a default. */
export interface SnowflakeOptions {
  /**
   * The transport of statements. `auto`: over the SQL REST API if the credentials allow it (key pair, OAuth), which needs no
   * driver, and through `snowflake-sdk` for user name and password, which the REST API does not accept. `driver`: always
   * through `snowflake-sdk`. `rest`: never; user name and password are then refused.
   * @remarks Use `rest` to work without the driver.
   * @default auto
   */
  readonly transport?: 'auto' | 'driver' | 'rest';
  /**
   * The address of connections in place of the host of a config, for tests with an emulator: `http://127.0.0.1:8085`.
   * The host of the config still determines the account.
   * @default the host and port of the config, by https
   */
  readonly endpoint?: string;
  /**
   * Hosts of identity providers that access tokens may be asked for, in addition to the well-known ones: `login.example.com`,
   * or `.example.com` for every host below it. The authority URL comes from the users of an API, and would receive a client
   * secret.
   * @remarks Set it for an identity provider with its own domain.
   * @default none
   */
  readonly identityProviders?: readonly string[];
  /**
   * A proxy for everything that is sent: `http://proxy.example.com:3128`.
   * @remarks Set it if your hosts reach the platform only through a proxy.
   * @default none
   */
  readonly proxy?: string;
  /**
   * Certificates (PEM) to trust in addition to those of Node, for a proxy that inspects TLS. Not for the driver.
   * @remarks Set it for a proxy that inspects TLS.
   * @default none
   */
  readonly certificateAuthorities?: readonly string[];
  /**
   * Milliseconds after which the server itself ends a statement, as a safeguard in addition to the engine's deadlines.
   * @remarks Raise it together with `integrations.statementDeadlineMs`.
   * @default 300,000
   */
  readonly statementTimeoutMs?: number;
  /** Loads the driver. @default the package `snowflake-sdk`, imported on the first connection that needs it */
  readonly driver?: LoadDriver;
}
