/**
 * Roles that come with an account and are never made, altered or dropped. Source: Snowflake, "Overview of Access Control",
 * System-defined roles.
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

/** Databases that come with an account. Sources: "SNOWFLAKE database", "Using the Sample Database". */
export const SYSTEM_DATABASES: readonly string[] = ['SNOWFLAKE', 'SNOWFLAKE_SAMPLE_DATA', 'UTIL_DB', 'DEMO_DB'];

/** Beginnings of names that the platform keeps for itself. Source: "Personal databases" (`USER$<user>`). */
export const SYSTEM_PREFIXES: readonly string[] = ['USER$', 'SNOWFLAKE$'];

/** Users that come with an account. Source: "Account administration", the user of the platform itself. */
export const SYSTEM_USERS: readonly string[] = ['SNOWFLAKE', 'WORKSHEETS_APP_USER'];
