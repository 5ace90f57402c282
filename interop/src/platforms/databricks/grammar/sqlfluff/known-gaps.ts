import type { KnownGap } from '../../../../shared/sqlfluff/known-gap.ts';

/** Every gap of sqlfluff with its page. */
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
  {
    construct: /^DROP POLICY (`.*`) ON (?:CATALOG|SCHEMA|TABLE) (`.*`)(;?)$/gm,
    instead: 'ALTER TABLE $2 RENAME TO $1$3',
    page: 'Databricks SQL language reference, "DROP POLICY"',
  },
  {
    construct: /^DROP POLICY (`.*`) ON METASTORE(;?)$/gm,
    instead: 'DROP TABLE $1$2',
    page: 'Databricks SQL language reference, "DROP POLICY", ON METASTORE',
  },
];
