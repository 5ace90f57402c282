/** One file of a console. */
export interface ConsoleFile {
  readonly content: Uint8Array<ArrayBuffer>;
  /** With its charset, where it has one. */
  readonly mediaType: string;
}

/** A built page for operators, with what belongs to it: `createConsole()` of `@portcullis/console` makes one. */
export interface ConsoleSite {
  /**
   * The files by their paths below `/console/`, `index.html` among them. Those below `assets/` have the hash of their content in
   * their name: another content has another name. Asked for with the first request, and kept.
   */
  files(): Promise<ReadonlyMap<string, ConsoleFile>>;
}
