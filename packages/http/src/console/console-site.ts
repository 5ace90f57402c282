/** One file of a console. */
export interface ConsoleFile {
  readonly content: Uint8Array<ArrayBuffer>;
  /** With its charset, if it has one. */
  readonly mediaType: string;
}

/** A built page for operators with its files: `createConsole()` of `@portcullis/console` creates one. */
export interface ConsoleSite {
  /**
   * The files by their paths below `/console/`, `index.html` among them. Those below `assets/` have the hash of their
   * content in their name. Read with the first request, and kept.
   */
  files(): Promise<ReadonlyMap<string, ConsoleFile>>;
}
