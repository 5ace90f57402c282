/** The order to the supervisor, sent once, when it starts. */
export interface SupervisorOrder {
  readonly user: string;
  /** @default that of the copied data, or a random one */
  readonly password?: string | undefined;
  /** 0 for a free one. Without a port, no server is started: only data are created, to be copied. */
  readonly port?: number | undefined;
  /** The folder of the data; without one the data are removed with the supervisor. */
  readonly folder?: string | undefined;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** Its answer, sent once. */
export type SupervisorAnswer = ServedData | { readonly failure: string };

/** The data and the server on them. */
export interface ServedData {
  readonly data: string;
  readonly password: string;
  /** 0 if no server was requested. */
  readonly port: number;
}
