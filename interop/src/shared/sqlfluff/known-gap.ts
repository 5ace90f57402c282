/** A construct that the grammar of a parser lacks although the platform documents it. */
export interface KnownGap {
  /** The construct that the parser does not accept. */
  readonly construct: RegExp;
  /** The text that replaces it for the parser, so that the surrounding text is still checked. */
  readonly instead: string;
  /** The page that documents it, as a second source. */
  readonly page: string;
}

/** A text whose gaps are replaced by syntax that the parser understands. */
export function withoutGaps(text: string, gaps: readonly KnownGap[]): string {
  return gaps.reduce((all, { construct, instead }) => all.replaceAll(construct, instead), text);
}
