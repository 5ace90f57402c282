import { ident, keyword, type Privilege, type SetupMode, type Sql, sql } from '@portcullis/plugin-api';
import type { Engine } from '../engine.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { SYSTEM_PRIVILEGES, SYSTEM_ROLE, type SystemPrivilege } from './system-privileges.ts';

const SUPERUSER = ['superuser'];
const A_SUPERUSER = 'a superuser';

/** `CREATEDB`, or a privilege that includes it. */
export function createDatabasePrivilege(): Privilege {
  return {
    name: 'CREATEDB',
    on: 'the cluster',
    anyOf: SUPERUSER,
    grant: (grantee) => sql`ALTER USER ${ident(grantee)} CREATEDB`,
    grantedBy: A_SUPERUSER,
  };
}

/** The privilege to drop a database: ownership. */
export function ownDatabasePrivilege(database: string): Privilege {
  return {
    name: 'ownership',
    on: `database ${database}`,
    anyOf: SUPERUSER,
    grantable: false,
    operations: ['drop'],
    comesWith: OBJECT_KEYS.database,
    grant: (grantee) => sql`ALTER DATABASE ${ident(database)} OWNER TO ${ident(grantee)}`,
    grantedBy: A_SUPERUSER,
  };
}

/**
 * Returns the privileges for creating, changing and dropping accounts: system privileges that only roles can have, or
 * an attribute on PostgreSQL. A failed creation is reverted, so it also needs the right to drop.
 */
export function accountPrivileges(engine: Engine, mode: SetupMode): readonly Privilege[] {
  // An account whose name the library chooses never changes.
  const changes = mode === 'manual';
  if (engine === 'postgresql') return [createRoleAttribute(changes ? ['create', 'alter', 'drop'] : ['create', 'drop'])];
  return [
    systemPrivilege('CREATE USER', ['create']),
    ...(changes ? [systemPrivilege('ALTER USER', ['alter'])] : []),
    systemPrivilege('DROP USER', ['create', 'drop']),
  ];
}

/** Returns the privileges for creating and dropping roles. The creator of a role may rename it. */
export function rolePrivileges(engine: Engine, role: string): readonly Privilege[] {
  if (engine === 'postgresql') return [createRoleAttribute(['create', 'alter', 'drop'])];
  return [
    systemPrivilege('CREATE ROLE', ['create']),
    systemPrivilege('DROP ROLE', ['create', 'drop']),
    { ...ownership(`role ${role}`, OBJECT_KEYS.impersonationRole), operations: ['alter'] },
  ];
}

/** The privilege to create schemas in a database. */
export function createSchemaPrivilege(database: string): Privilege {
  return {
    name: 'CREATE',
    on: `database ${database}`,
    anyOf: SUPERUSER,
    grant: (grantee): Sql => sql`GRANT CREATE ON DATABASE ${ident(database)} TO ${ident(grantee)}`,
    grantedBy: `a superuser or the owner of database ${database}`,
  };
}

/** Returns the privileges that an administrator needs to remove an object with a mark that no ledger knows. */
export function removalPrivileges(
  engine: Engine,
  { kind, name }: { readonly kind: string; readonly name: string },
): readonly Privilege[] {
  const all: Readonly<Record<string, readonly Privilege[]>> = {
    database: [ownDatabasePrivilege(name)],
    user: accountPrivileges(engine, 'automatic'),
    role: rolePrivileges(engine, name),
  };
  return (all[kind] ?? []).filter(({ operations = [] }) => operations.includes('drop'));
}

/** Ownership, which the creator of the object has without a grant. */
export function ownership(on: string, comesWith: string): Privilege {
  return { name: 'ownership', on, anyOf: SUPERUSER, grantable: false, operations: ['create', 'drop'], comesWith };
}

/**
 * The privilege to transfer an owned object to another account, as scripts do at their end. Only a superuser has it.
 */
export function ownershipTransfer(account: string): Privilege {
  return {
    name: 'superuser',
    on: 'the cluster',
    anyOf: [`membership in ${account}`],
    grantable: false,
  };
}

function createRoleAttribute(operations: Privilege['operations'] & {}): Privilege {
  return {
    name: 'CREATEROLE',
    on: 'the cluster',
    anyOf: SUPERUSER,
    operations,
    grant: (grantee) => sql`ALTER USER ${ident(grantee)} CREATEROLE`,
    grantedBy: A_SUPERUSER,
  };
}

function systemPrivilege(name: SystemPrivilege, operations: Privilege['operations'] & {}): Privilege {
  return {
    name,
    on: 'the cluster',
    anyOf: SUPERUSER,
    operations,
    grant: (grantee) => [
      sql`GRANT ${keyword(name, SYSTEM_PRIVILEGES)} TO ROLE ${ident(SYSTEM_ROLE)}`,
      sql`GRANT ROLE ${ident(SYSTEM_ROLE)} TO ${ident(grantee)}`,
    ],
    grantedBy: `${A_SUPERUSER}; create the role ${SYSTEM_ROLE} first if it does not exist`,
  };
}
