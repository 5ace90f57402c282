import { ident, keyword, type Privilege, sql } from '@portcullis/plugin-api';
import { accountAt, everythingIn } from './blueprint.ts';

/** The privileges that the service account receives on its database: reading, writing, tables, views. */
export const SERVICE_PRIVILEGES = [
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'CREATE',
  'ALTER',
  'DROP',
  'INDEX',
  'CREATE VIEW',
  'SHOW VIEW',
] as const;

/**
 * The privileges without which an account does not see the routines and events of others. Sources: MariaDB documentation, "Information Schema
 * ROUTINES", "Information Schema EVENTS".
 */
export const CONTENTS_PRIVILEGES = ['EXECUTE', 'EVENT'] as const;

const DATABASE_PRIVILEGES = [...SERVICE_PRIVILEGES, ...CONTENTS_PRIVILEGES] as const;

const AN_ADMINISTRATOR = 'an account with ALL PRIVILEGES and GRANT OPTION';

/** A privilege on the managed database. It can be granted before the database exists, and takes effect when it does. */
export function onDatabase(
  database: string,
  name: (typeof DATABASE_PRIVILEGES)[number],
  operations: NonNullable<Privilege['operations']>,
): Privilege {
  return {
    name,
    on: `database ${database}`,
    operations,
    grant: (grantee) =>
      sql`GRANT ${keyword(name, DATABASE_PRIVILEGES)} ON ${everythingIn(database)} TO ${accountAt(grantee)} WITH GRANT OPTION`,
    grantedBy: AN_ADMINISTRATOR,
  };
}

/**
 * The privilege to create, change and drop accounts. A failed creation is undone, so the creation also needs the right
 * to drop.
 */
export function createUser(): Privilege {
  return {
    name: 'CREATE USER',
    on: 'the server',
    operations: ['create', 'alter', 'drop'],
    grant: (grantee) => sql`GRANT CREATE USER ON *.* TO ${accountAt(grantee)}`,
    grantedBy: AN_ADMINISTRATOR,
  };
}

/** The privilege to read the accounts and their privileges. */
export function readAccounts(): Privilege {
  return {
    name: 'SELECT',
    on: 'mysql.user and mysql.db',
    operations: ['create', 'observe'],
    grant: (grantee) =>
      ['user', 'db'].map((table) => sql`GRANT SELECT ON ${ident('mysql', table)} TO ${accountAt(grantee)}`),
    grantedBy: AN_ADMINISTRATOR,
  };
}
