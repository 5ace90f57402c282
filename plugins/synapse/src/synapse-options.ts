import type { LoadDriver } from './connection/driver.ts';

/** Options of {@link synapse}. Each has a default. */
export interface SynapseOptions {
  /**
   * The encryption of connections. `verified`: TLS as supported by every pool. `strict`: TLS before the first byte of the
   * protocol (TDS 8.0), which Microsoft documents for Azure SQL Database, but not for dedicated SQL pools. Certificates are verified in both.
   * `off`: none, for tests on this machine only.
   * @remarks Use `strict` only if your network policy requires TDS 8.0, and try it with a pool first.
   * @default verified
   */
  readonly encryption?: 'verified' | 'strict' | 'off';
  /**
   * Ports of this machine to which connections are allowed, for tests with an emulator; `localhost` is then a valid
   * host. Hosts come from users of the API, so without this option local services are not reachable.
   * @default none
   */
  readonly localPorts?: readonly number[];
  /**
   * An HTTP proxy through which connections go, by CONNECT: `http://user:password@proxy.example.com:3128`. It has to let
   * through the port of the pool, and on Azure those of its redirects; host names are resolved by it.
   * @remarks Set it if your hosts reach the pool only through a proxy.
   * @default none
   */
  readonly proxy?: string;
  /**
   * Certificates (PEM) to trust in addition to those of Node, for an emulator or a proxy that inspects TLS. @default
   * none
   */
  readonly certificateAuthorities?: readonly string[];
  /**
   * Milliseconds after which a statement is cancelled, as a safeguard in addition to the engine's deadlines.
   * @remarks Raise it together with `integrations.statementDeadlineMs`.
   * @default 300,000
   */
  readonly statementTimeoutMs?: number;
  /** Loads the driver. @default the package `tedious`, imported on the first connection */
  readonly driver?: LoadDriver;
}
