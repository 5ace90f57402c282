import type { KnownGap } from '../../../../shared/sqlfluff/known-gap.ts';

/** Every gap of the grammar of Apache Spark with the page that documents it; sqlfluff parses all of these but SIGNAL. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    // Spark has only schemas, with the clauses in the same places.
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
    // Spark accepts GRANT and REVOKE only to refuse them, with any content.
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
