import { ident, type Privilege, type Sql, sql } from '@portcullis/plugin-api';
import type { Engine } from '../engine.ts';

const SUPERUSER = ['superuser'];
const BOTH_WAYS: Privilege['operations'] = ['create', 'drop'];

/** `CREATEDB`, or what stands above it. */
export function createDatabasePrivilege(): Privilege {
  return {
    name: 'CREATEDB',
    on: 'the cluster',
    anyOf: SUPERUSER,
    grant: (grantee) => sql`ALTER USER ${ident(grantee)} CREATEDB`,
  };
}

/** To drop a database one must own it. */
export function ownDatabasePrivilege(database: string): Privilege {
  return { name: 'ownership', on: `database ${database}`, anyOf: SUPERUSER, grantable: false, operations: ['drop'] };
}

/** What making and dropping accounts takes: a system privilege that only roles can hold, or an attribute on PostgreSQL. */
export function accountPrivileges(engine: Engine): readonly Privilege[] {
  return engine === 'postgresql' ? [createRoleAttribute()] : pair('CREATE USER', 'DROP USER');
}

/** What making and dropping roles takes. */
export function rolePrivileges(engine: Engine): readonly Privilege[] {
  return engine === 'postgresql' ? [createRoleAttribute()] : pair('CREATE ROLE', 'DROP ROLE');
}

/** To make schemas in a database. */
export function createSchemaPrivilege(database: string): Privilege {
  return {
    name: 'CREATE',
    on: `database ${database}`,
    anyOf: SUPERUSER,
    operations: BOTH_WAYS,
    grant: (grantee): Sql => sql`GRANT CREATE ON DATABASE ${ident(database)} TO ${ident(grantee)}`,
  };
}

/** Held by whoever made the thing; nobody has to grant it. */
export function ownership(on: string): Privilege {
  return { name: 'ownership', on, anyOf: SUPERUSER, grantable: false, operations: BOTH_WAYS };
}

function createRoleAttribute(): Privilege {
  return {
    name: 'CREATEROLE',
    on: 'the cluster',
    anyOf: SUPERUSER,
    operations: BOTH_WAYS,
    grant: (grantee) => sql`ALTER USER ${ident(grantee)} CREATEROLE`,
  };
}

function pair(create: string, drop: string): readonly Privilege[] {
  return [
    { name: create, on: 'the cluster', anyOf: SUPERUSER, operations: ['create'] },
    { name: drop, on: 'the cluster', anyOf: SUPERUSER, operations: ['drop'] },
  ];
}
