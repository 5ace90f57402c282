/** The addresses of the services that are called. */
export interface Endpoints {
  /** Where an assertion is exchanged for an access token. */
  readonly token: string;
  readonly bigquery: string;
  readonly resourceManager: string;
  readonly iam: string;
}

/** Options of {@link bigquery}. Everything has a default. */
export interface BigQueryOptions {
  /**
   * Other addresses than Google's, for tests with an emulator: they must be loopback addresses.
   * @default the addresses of Google
   */
  readonly endpoints?: Endpoints;
  /** Milliseconds after which a single request is given up, as a net below the engine's deadlines. @default 60,000 */
  readonly requestTimeoutMs?: number;
}
