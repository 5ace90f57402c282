/** The addresses of the called services. */
export interface Endpoints {
  /** The endpoint that exchanges an assertion for an access token. */
  readonly token: string;
  readonly bigquery: string;
  readonly resourceManager: string;
  readonly iam: string;
}

/** Options of {@link bigquery}. Each has a default. */
export interface BigQueryOptions {
  /**
   * Addresses that replace Google's, for tests with an emulator: they must be loopback addresses.
   * @default the addresses of Google
   */
  readonly endpoints?: Endpoints;
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
   * @remarks Raise it if single requests take longer, for example over a slow link.
   * @default 60,000
   */
  readonly requestTimeoutMs?: number;
}
