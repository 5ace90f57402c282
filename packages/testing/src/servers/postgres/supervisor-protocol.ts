/** The order to the supervisor, sent once when it starts. */
export interface SupervisorOrder {
  readonly user: string;
  /** @default that of the copied data, or a random one */
  readonly password?: string | undefined;
  /** The port; 0 for a free one. Without a port, no server starts: only data are created, for copying. */
  readonly port?: number | undefined;
  /** The folder of the data. Without one, the data are removed when the supervisor ends. */
  readonly folder?: string | undefined;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** The response of the supervisor, sent once. */
export type SupervisorResponse = ServedData | { readonly failure: string };

/** The data and their server. */
export interface ServedData {
  readonly data: string;
  readonly password: string;
  /** 0 if no server was requested. */
  readonly port: number;
}
