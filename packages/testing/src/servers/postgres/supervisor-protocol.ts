/** The order to the supervisor, sent once, when it starts. */
export interface SupervisorOrder {
  readonly user: string;
  readonly password: string;
  /** 0 for a free one. */
  readonly port: number;
  /** Where the data stays; without one it goes with the server. */
  readonly folder?: string | undefined;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** Its answer, sent once: the port of the running server, or the reason why there is none. */
export interface SupervisorAnswer {
  readonly port?: number;
  readonly failure?: string;
}
