/** One row of a response, by the platform's column names. Numbers and times are text. */
export type Row = Readonly<Record<string, unknown>>;

/** The transport of statements: the driver, or the REST interface. Rejects with the vendor's own errors. */
export interface SqlTransport {
  /** Sends one statement and returns its rows. Aborting the signal cancels the statement on the server. */
  execute(text: string, signal: AbortSignal | undefined): Promise<readonly Row[]>;
  /** Ends the connection. Never rejects. */
  close(): Promise<void>;
}
