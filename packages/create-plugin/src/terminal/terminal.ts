/** One of several responses. */
export interface Option<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly hint: string;
}

/** The environment of the command, which tests replace. */
export interface Terminal {
  out(text: string): void;
  /** Prints a problem. */
  note(text: string): void;
  /** True if a user can answer questions. */
  readonly interactive: boolean;
  /** The folder for relative paths. */
  readonly folder: string;
  /** `npm`, `pnpm` or `yarn`: the package manager that started the command. */
  readonly packageManager: string;
  /** Asks for a text. Returns `undefined` if the user cancelled. */
  text(question: {
    readonly message: string;
    readonly initial?: string | undefined;
    /** Returns the problem of a response. */
    check(response: string): string | undefined;
  }): Promise<string | undefined>;
  /** Asks for one of several options. Returns `undefined` if the user cancelled. */
  choose<Value extends string>(message: string, options: readonly Option<Value>[]): Promise<Value | undefined>;
  /** Asks for at least one of several options. Returns `undefined` if the user cancelled. */
  chooseSome<Value extends string>(
    message: string,
    options: readonly Option<Value>[],
  ): Promise<readonly Value[] | undefined>;
  /** Returns whether the registry has a package of this name; `undefined` without a response. */
  isPublished(packageName: string): Promise<boolean | undefined>;
}
