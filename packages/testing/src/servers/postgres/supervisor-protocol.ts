/** The order to the supervisor, sent once, when it starts. */
export interface SupervisorOrder {
  readonly user: string;
  /** Without one, that of the copied data, or else a random one. */
  readonly password?: string | undefined;
  /** 0 for a free one. Without one, no server is started: data are made, to be copied. */
  readonly port?: number | undefined;
  /** Where the data stays; without one it goes with the supervisor. */
  readonly folder?: string | undefined;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** Its answer, sent once. */
export type SupervisorAnswer = ServedData | { readonly failure: string };

/** The data and the server on them. */
export interface ServedData {
  readonly data: string;
  readonly password: string;
  /** 0 where no server was ordered. */
  readonly port: number;
}
