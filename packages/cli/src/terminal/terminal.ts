/** The outside world of a command: everything that tests replace. */
export interface Terminal {
  /** Answers, for users or for the next program. */
  out(text: string): void;
  /** Progress and errors. */
  note(text: string): void;
  /** True when a user is present and can be asked. */
  readonly interactive: boolean;
  /** True when answers may have colours. */
  readonly colours: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that paths start from. */
  readonly folder: string;
  /** Aborted when the user presses Ctrl-C. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Asks yes or no. */
  confirm(question: string): Promise<boolean>;
  /** Loads a package as the project in {@link folder} would. */
  load(specifier: string): Promise<Readonly<Record<string, unknown>>>;
}
