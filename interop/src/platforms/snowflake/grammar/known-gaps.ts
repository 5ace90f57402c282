/** A construct that the parser's grammar lacks although the platform documents it. */
export interface KnownGap {
  /** The construct that the parser does not understand. */
  readonly construct: RegExp;
  /** The text that the parser reads in its place, so that everything around it is still checked. */
  readonly instead: string;
  /** The page that documents it: the second referee. */
  readonly page: string;
}

/** Every gap with its page. Anything else that is not understood fails the suite, and so does a gap that has closed. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    construct: /\bRAISE \w+;/g,
    instead: 'RAISE;',
    page: 'Snowflake Scripting developer guide, "Handling exceptions", Raising a declared exception',
  },
  {
    // The statement inside is parsed by itself.
    construct: /:= \(SHOW [^;]*\);/g,
    instead: ':= (SELECT 1);',
    page: 'Snowflake Scripting developer guide, "Working with RESULTSETs"',
  },
];
