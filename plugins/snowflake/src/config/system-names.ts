/**
 * Roles that every account has, which are never created, altered or dropped. Source: Snowflake, "Overview of Access
 * Control", System-defined roles.
 */
export const SYSTEM_ROLES: readonly string[] = [
  'ACCOUNTADMIN',
  'GLOBALORGADMIN',
  'ORGADMIN',
  'PUBLIC',
  'SECURITYADMIN',
  'SYSADMIN',
  'USERADMIN',
];

/** Databases that every account has. Sources: "SNOWFLAKE database", "Using the Sample Database". */
export const SYSTEM_DATABASES: readonly string[] = ['SNOWFLAKE', 'SNOWFLAKE_SAMPLE_DATA', 'UTIL_DB', 'DEMO_DB'];

/** Prefixes of names that the platform reserves. Source: "Personal databases" (`USER$<user>`). */
export const SYSTEM_PREFIXES: readonly string[] = ['USER$', 'SNOWFLAKE$'];

/** Users that every account has. Source: "Account administration", the user of the platform itself. */
export const SYSTEM_USERS: readonly string[] = ['SNOWFLAKE', 'WORKSHEETS_APP_USER'];
