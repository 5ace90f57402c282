import { ident, literal, type Privilege, sql } from '@portcullis/plugin-api';

/**
 * The role of `master` whose members can create logins. Source: Transact-SQL reference, "CREATE LOGIN", Permissions.
 */
export const LOGIN_MANAGER = 'loginmanager';

const ADMINISTRATOR = 'the administrator of the server';

/** The privilege to create, change and drop logins. The reversal of a failed creation needs the same. */
export function manageLogins(): Privilege {
  return {
    name: LOGIN_MANAGER,
    on: 'the server',
    anyOf: ['the account of the server administrator'],
    operations: ['create', 'alter', 'drop'],
    grant: (grantee) => [
      sql`CREATE USER ${ident(grantee)} FOR LOGIN ${ident(grantee)}`,
      sql`EXEC sp_addrolemember N'loginmanager', ${literal(grantee)}`,
    ],
    grantedBy: `${ADMINISTRATOR}, connected to master`,
  };
}

/**
 * The privilege to create users, roles and schemas of dbo, and to grant privileges on them: only CONTROL on the
 * database includes all of this. Source: Transact-SQL reference, "GRANT Database Permissions" and "GRANT", Permissions.
 */
export function controlDatabase(database: string): Privilege {
  return {
    name: 'CONTROL',
    on: `database ${database}`,
    anyOf: ['membership in db_owner'],
    operations: ['create', 'alter', 'drop'],
    grant: (grantee) => sql`GRANT CONTROL ON DATABASE::${ident(database)} TO ${ident(grantee)}`,
    grantedBy: `a member of db_owner, connected to ${database}`,
  };
}

/** The privilege to change the objects of a schema, which the service account has by the grant with the schema. */
export function alterSchema(schema: string, comesWith: string): Privilege {
  return {
    name: 'ALTER',
    on: `schema ${schema}`,
    anyOf: ['CONTROL on the database'],
    operations: ['create', 'alter', 'drop'],
    comesWith,
    grantable: false,
  };
}
