/** Options of {@link databricks}. Each has a default. */
export interface DatabricksOptions {
  /**
   * The address that replaces the workspace of a config, for tests with an emulator on this machine:
   * `http://127.0.0.1:8085`. The host of the config still determines the workspace.
   * @default the host of the config, by https
   */
  readonly endpoint?: string;
  /**
   * Hosts of identity providers that access tokens may be asked for, in addition to the workspace itself and the well-known
   * ones: `login.example.com`, or `.example.com` for every host below it. The authority URL comes from the users of an API,
   * and would receive a client secret.
   * @remarks Set it for an identity provider with its own domain.
   * @default none
   */
  readonly identityProviders?: readonly string[];
  /**
   * A proxy for all requests: `http://proxy.example.com:3128`.
   * @remarks Set it if your hosts reach the platform only through a proxy.
   * @default none
   */
  readonly proxy?: string;
  /**
   * Certificates (PEM) to trust in addition to those of Node, for a proxy that inspects TLS.
   * @remarks Set it for a proxy that inspects TLS.
   * @default none
   */
  readonly certificateAuthorities?: readonly string[];
  /**
   * Milliseconds after which a single request times out, in addition to the engine's deadlines.
   * @remarks Raise it if single requests of large catalogues take longer.
   * @default 60,000
   */
  readonly requestTimeoutMs?: number;
}
