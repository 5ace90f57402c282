import { ident, type SetupMode, type Sql, sql } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import { ANY_HOST } from './service-account-name.ts';

/** The slot of the service account's password. */
export const SERVICE_PASSWORD = 'servicePassword';

/**
 * The keys of the managed objects. They never change between versions: a new name is an alter, a new key is another
 * object.
 */
export const OBJECT_KEYS = {
  database: 'database',
  marks: 'marks',
  serviceAccount: 'service-account',
  databaseAccess: 'database-access',
} as const;

/**
 * The table in the managed database that records which account is ours, because MariaDB has no comments on accounts.
 */
export const MARKS_TABLE = 'portcullis_marks';

/** The inputs from which the managed objects of one config are built. */
export interface Blueprint {
  readonly config: Config;
  readonly mode: SetupMode;
  /** The account of the service. */
  readonly account: string;
  mark(key: string): string;
}

/** An account with its host, as statements about accounts require it. */
export function accountAt(name: string): Sql {
  return sql`${ident(name)}@${ident(ANY_HOST)}`;
}

/**
 * All objects of a database, for GRANT and REVOKE. In these statements, `_` and `%` in the name of a database are
 * wildcards unless a backslash precedes them. Source: MariaDB documentation, "GRANT", Database Privileges.
 */
export function everythingIn(database: string): Sql {
  return sql`${ident(grantPattern(database))}.*`;
}

/** The name of a database as GRANT takes it and as the catalog returns it. */
export function grantPattern(database: string): string {
  return database.replaceAll(/[\\_%]/g, '\\$&');
}
