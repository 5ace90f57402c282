import type { KnownGap } from '../../../shared/sqlfluff/known-gap.ts';

/** Every gap of sqlfluff with its page. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    construct: /^(DROP ROLE "(?:[^"]|"")+") FORCE$/g,
    instead: '$1',
    page: 'Amazon Redshift Database Developer Guide, "DROP ROLE"',
  },
  {
    construct: /^(DROP DATABASE "(?:[^"]|"")+") FORCE$/g,
    instead: '$1',
    page: 'Amazon Redshift Database Developer Guide, "DROP DATABASE"',
  },
  {
    construct: /^GRANT (?:CREATE|DROP) (?:USER|ROLE) (TO ROLE "(?:[^"]|"")+")$/g,
    instead: 'GRANT ROLE "r" $1',
    page: 'Amazon Redshift Database Developer Guide, "GRANT", Granting role permissions',
  },
  {
    construct: /^ALTER DATABASE (?="(?:[^"]|"")+" OWNER TO "(?:[^"]|"")+"$)/g,
    instead: 'ALTER SCHEMA ',
    page: 'Amazon Redshift Database Developer Guide, "ALTER DATABASE"',
  },
];
