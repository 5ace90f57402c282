/** One file of a console. */
export interface ConsoleFile {
  readonly content: Uint8Array<ArrayBuffer>;
  /** The media type, with the charset of a text. */
  readonly mediaType: string;
}

/** A built page for operators with its files: `createConsole()` of `@portcullis/console` creates one. */
export interface ConsoleSite {
  /**
   * Returns the files by their paths below `/console/`, including `index.html`. The names of files below `assets/`
   * contain the hash of their content. Called on the first request; the result is kept.
   */
  files(): Promise<ReadonlyMap<string, ConsoleFile>>;
}
