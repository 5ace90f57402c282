/** A construct that the grammar of a parser lacks although the platform documents it. */
export interface KnownGap {
  /** The construct that the parser does not understand. */
  readonly construct: RegExp;
  /** The text that the parser reads in its place, so that everything around it is still checked. */
  readonly instead: string;
  /** The page that documents it: the second referee. */
  readonly page: string;
}

/** A text whose gaps are replaced by syntax that the parser understands. */
export function withoutGaps(text: string, gaps: readonly KnownGap[]): string {
  return gaps.reduce((all, { construct, instead }) => all.replaceAll(construct, instead), text);
}
