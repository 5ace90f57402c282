import { literal, type ObjectGuard, type Sql, sql } from '@portcullis/plugin-api';
import type { Blueprint } from './blueprint.ts';

/** The database of logins. Source: Azure Synapse Analytics, "SQL authentication". */
export const MASTER = 'master';

/** Returns the condition that the connection is to a database, so that our statements have no effect in another one. */
function isIn(database: string): Sql {
  return sql`DB_NAME() = ${literal(database)}`;
}

/**
 * Returns the condition that our user is missing. After a batch has stopped, clients continue with the next one, which must
 * not create objects for a foreign user of the same name, or grant privileges to it.
 */
function lacksAccount({ accountId }: Blueprint): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM sys.database_principals AS account WHERE account.sid = ${accountId})`;
}

/** Returns the guard of the login, by name and by our SID. Source: Transact-SQL reference, "sys.sql_logins". */
export function loginGuard({ account, accountId }: Blueprint): ObjectGuard {
  return {
    exists: sql`SELECT 1 FROM sys.sql_logins AS listed WHERE listed.name = ${literal(account)} OR NOT ${isIn(MASTER)}`,
    ours: sql`
      SELECT listed.name FROM sys.sql_logins AS listed
          WHERE listed.sid = ${accountId} AND ${isIn(MASTER)}`,
  };
}

/**
 * Returns the guard of the user, which has the SID of its login. Source: Transact-SQL reference,
 * "sys.database_principals".
 */
export function userGuard({ account, accountId, database }: Blueprint): ObjectGuard {
  return {
    exists: principalNamed(account, database),
    ours: sql`
      SELECT listed.name FROM sys.database_principals AS listed
          WHERE listed.sid = ${accountId} AND ${isIn(database)}`,
  };
}

/** Returns the guard of the role, which is ours if our user owns it. */
export function roleGuard(blueprint: Blueprint): ObjectGuard {
  const { role, accountId, database } = blueprint;
  return {
    exists: sql`${principalNamed(role, database)} OR ${lacksAccount(blueprint)}`,
    ours: sql`
      SELECT listed.name FROM sys.database_principals AS listed
          JOIN sys.database_principals AS account ON account.principal_id = listed.owning_principal_id
          WHERE listed.type = N'R' AND account.sid = ${accountId} AND ${isIn(database)}`,
  };
}

/**
 * Returns the guard of a schema, which is ours if our user has privileges on it. Sources: "sys.schemas",
 * "sys.database_permissions" (class 3).
 */
export function schemaGuard(blueprint: Blueprint, schema: string): ObjectGuard {
  return {
    exists: sql`SELECT 1 FROM sys.schemas AS space WHERE space.name = ${literal(schema)} OR NOT ${isIn(blueprint.database)} OR ${lacksAccount(blueprint)}`,
    ours: ownSchema(blueprint, schema),
  };
}

/** Returns the guard of a table, which is ours if its schema is ours. */
export function tableGuard(blueprint: Blueprint, schema: string, table: string): ObjectGuard {
  return { exists: schemaObjectNamed(sql`sys.tables`, schema, table), ours: ownSchema(blueprint, schema) };
}

/** Returns the guard of a procedure, which is ours if its schema is ours. */
export function procedureGuard(blueprint: Blueprint, schema: string, procedure: string): ObjectGuard {
  return { exists: schemaObjectNamed(sql`sys.procedures`, schema, procedure), ours: ownSchema(blueprint, schema) };
}

/**
 * Returns the query for the rows of `sys.schemas` on which our user has a privilege: the condition that a schema is
 * ours.
 */
export function ownSchema({ accountId, database }: Blueprint, schema: string): Sql {
  return sql`
    SELECT space.schema_id FROM sys.schemas AS space
        JOIN sys.database_permissions AS held ON held.class = 3 AND held.major_id = space.schema_id
        JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id
        WHERE space.name = ${literal(schema)} AND account.sid = ${accountId} AND ${isIn(database)}`;
}

function schemaObjectNamed(list: Sql, schema: string, name: string): Sql {
  return sql`
    SELECT 1 FROM ${list} AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id
        WHERE space.name = ${literal(schema)} AND listed.name = ${literal(name)}`;
}

/** Returns the query for a user or a role, which share one namespace. */
function principalNamed(name: string, database: string): Sql {
  return sql`SELECT 1 FROM sys.database_principals AS listed WHERE listed.name = ${literal(name)} OR NOT ${isIn(database)}`;
}
