/** A construct that the parser's grammar lacks although the platform documents it. */
interface KnownGap {
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
    construct: /^( *CREATE CATALOG `[^ ]+`) MANAGED LOCATION '[^']+'/gm,
    instead: '$1',
    page: 'Databricks SQL language reference, "CREATE CATALOG", MANAGED LOCATION',
  },
  {
    construct: /^(GRANT) CREATE CATALOG ON METASTORE/gm,
    instead: '$1 CREATE SCHEMA ON CATALOG metastore',
    page: 'Databricks SQL language reference, "GRANT"; "Securable objects", METASTORE',
  },
  {
    construct: /^BEGIN\n([\s\S]*)^END;$/gm,
    instead: '$1',
    page: 'Databricks SQL language reference, "BEGIN END compound statement"',
  },
  {
    // The condition is read as the one of a query.
    construct: /^ *(?:ELSE)?IF ((?:NOT )?EXISTS \(SELECT .*\)) THEN$/gm,
    instead: 'SELECT 1 WHERE $1;',
    page: 'Databricks SQL language reference, "IF THEN ELSE statement"',
  },
  {
    construct: /^ *END IF;$/gm,
    instead: '',
    page: 'Databricks SQL language reference, "IF THEN ELSE statement", END IF',
  },
  {
    construct: /^ *SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = ('.*');$/gm,
    instead: 'SELECT $1;',
    page: 'Databricks SQL language reference, "SIGNAL statement"',
  },
];
