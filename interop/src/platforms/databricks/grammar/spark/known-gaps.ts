/** A construct of Databricks that the grammar of Apache Spark lacks. */
export interface KnownGap {
  /** The construct that the parser does not understand. */
  readonly construct: RegExp;
  /** The text that the parser reads in its place, so that everything around it is still checked. */
  readonly instead: string;
  /** The second referee: the page that documents it. sqlfluff parses all of these but SIGNAL. */
  readonly page: string;
}

/** Every gap with its page. Anything else that is not understood fails the suite, and so does a gap that has closed. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    // Spark has schemas alone, with the clauses in the same places.
    construct: /^( *CREATE) CATALOG (`[^ ]+`)(?: MANAGED( LOCATION '[^']+'))?/gm,
    instead: '$1 SCHEMA $2$3',
    page: 'Databricks SQL language reference, "CREATE CATALOG"',
  },
  {
    construct: /^( *DROP) CATALOG (`.*` CASCADE;)$/gm,
    instead: '$1 SCHEMA $2',
    page: 'Databricks SQL language reference, "DROP CATALOG"',
  },
  {
    construct: /^( *ALTER) (?:CATALOG|SCHEMA) (`.*`) SET OWNER TO `[^`]+`;$/gm,
    instead: "$1 SCHEMA $2 SET LOCATION 'elsewhere';",
    page: 'Databricks SQL language reference, "ALTER CATALOG", "ALTER SCHEMA", OWNER TO',
  },
  {
    // Spark names GRANT and REVOKE only to refuse them, whatever follows.
    construct: /^ *(?:GRANT|REVOKE) .*;$/gm,
    instead: 'SELECT 1;',
    page: 'Databricks SQL language reference, "GRANT", "REVOKE"',
  },
  {
    construct: /^ *SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = ('.*');$/gm,
    instead: 'SELECT $1;',
    page: 'Databricks SQL language reference, "SIGNAL statement"',
  },
];

/** A text without its gaps. */
export function withoutGaps(text: string, gaps: readonly KnownGap[] = KNOWN_GAPS): string {
  return gaps.reduce((all, { construct, instead }) => all.replaceAll(construct, instead), text);
}
