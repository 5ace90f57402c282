import { ident, keyword, type Privilege, sql } from '@portcullis/plugin-api';
import { OBJECT_KEYS } from './object-keys.ts';

/** Privileges on the account that a set-up may need. Source: Snowflake, "Access control privileges", Global privileges. */
const ACCOUNT_PRIVILEGES = [
  'CREATE DATABASE',
  'CREATE ROLE',
  'CREATE USER',
  'MANAGE GRANTS',
  'APPLY MASKING POLICY',
  'APPLY ROW ACCESS POLICY',
] as const;

const ACCOUNT_ADMINISTRATOR = 'ACCOUNTADMIN, or SECURITYADMIN';

/** One of the account privileges. */
export type AccountPrivilege = (typeof ACCOUNT_PRIVILEGES)[number];

/** Returns a privilege on the account to create objects. */
export function accountPrivilege(name: AccountPrivilege): Privilege {
  return {
    name,
    on: 'the account',
    grant: (grantee) => sql`GRANT ${keyword(name, ACCOUNT_PRIVILEGES)} ON ACCOUNT TO ROLE ${ident(grantee)}`,
    grantedBy: ACCOUNT_ADMINISTRATOR,
  };
}

/**
 * Returns a privilege on the account that its holder can grant to others: it has the grant option, or the holder may
 * manage all grants.
 */
export function grantablePrivilege(name: AccountPrivilege): Privilege {
  return {
    name,
    on: 'the account',
    withGrant: true,
    anyOf: ['MANAGE GRANTS'],
    operations: ['create', 'drop'],
    grant: (grantee) =>
      sql`GRANT ${keyword(name, ACCOUNT_PRIVILEGES)} ON ACCOUNT TO ROLE ${ident(grantee)} WITH GRANT OPTION`,
    grantedBy: ACCOUNT_ADMINISTRATOR,
  };
}

/** Returns the privilege to use a warehouse, and to grant this privilege to others. */
export function grantableWarehouseUsage(warehouse: string): Privilege {
  return {
    name: 'USAGE',
    on: `warehouse ${warehouse}`,
    withGrant: true,
    anyOf: ['MANAGE GRANTS'],
    operations: ['create', 'drop'],
    grant: (grantee) => sql`GRANT USAGE ON WAREHOUSE ${ident(warehouse)} TO ROLE ${ident(grantee)} WITH GRANT OPTION`,
    grantedBy: `the owner of warehouse ${warehouse}, or SECURITYADMIN`,
  };
}

/** Ownership, which the creating role and every role that inherits from it have without a grant. */
export function ownership(
  on: string,
  comesWith: string,
  operations: NonNullable<Privilege['operations']> = ['alter', 'drop'],
): Privilege {
  return { name: 'OWNERSHIP', on, grantable: false, comesWith, operations };
}

/** The privilege to create schemas, which the system role has by the grant on the managed database. */
export function createSchema(database: string): Privilege {
  return {
    name: 'CREATE SCHEMA',
    on: `database ${database}`,
    grantable: false,
    comesWith: OBJECT_KEYS.databaseUsage,
    operations: ['create'],
  };
}

/**
 * Returns the privilege that only ACCOUNTADMIN can grant: no grant allows this to other roles. Source: "Account
 * Usage".
 */
export function importedPrivilege(): Privilege {
  return {
    name: 'IMPORTED PRIVILEGES',
    on: 'database SNOWFLAKE',
    withGrant: true,
    anyOf: ['the role ACCOUNTADMIN'],
    grantable: false,
    operations: ['create', 'drop'],
  };
}
