/** The environment of a command, which tests replace. */
export interface Terminal {
  /** Prints responses, for users or for the next program. */
  out(text: string): void;
  /** Prints progress and errors. */
  note(text: string): void;
  /** Aborted when the reader of the output has closed it. */
  readonly outputClosed: AbortSignal;
  /** True if a user can answer questions. */
  readonly interactive: boolean;
  /** True if the output may have colours. */
  readonly colours: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder for relative paths. */
  readonly folder: string;
  /** Aborted when the user presses Ctrl-C. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Asks a yes-or-no question. The answer to Ctrl-C is no; it aborts {@link signal}, too. */
  confirm(question: string): Promise<boolean>;
  /** Loads a package from the project in {@link folder}. */
  load(specifier: string): Promise<Readonly<Record<string, unknown>>>;
}
