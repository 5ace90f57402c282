/**
 * Databases that belong to the platform. Source: Amazon Redshift Database Developer Guide, "DROP DATABASE" (`dev`,
 * `padb_harvest`, `template0` and `template1` cannot be dropped); PostgreSQL manual, "Template Databases". `sys` and
 * `sample_data_dev` come with a cluster as well.
 */
export const SYSTEM_DATABASES: readonly string[] = [
  'dev',
  'padb_harvest',
  'postgres',
  'rdsadmin',
  'sample_data_dev',
  'sys',
  'template0',
  'template1',
];

/** Accounts that are never created, altered or dropped. `rdsdb` owns the system objects of a cluster. */
export const SYSTEM_ACCOUNTS: readonly string[] = ['public', 'rdsdb', 'rdsadmin', 'current_user', 'session_user'];

/**
 * Prefixes of names that the platform reserves. Sources: "Amazon Redshift system-defined roles" (`sys:`), PostgreSQL
 * manual, "CREATE SCHEMA" and "CREATE ROLE" (`pg_`), "Using IAM authentication to generate database user credentials"
 * (`iam:`, `iama:`).
 */
export const SYSTEM_PREFIXES: readonly string[] = ['pg_', 'sys:', 'iam:', 'iama:'];
