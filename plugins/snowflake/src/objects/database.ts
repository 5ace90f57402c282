import { ident, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { ACCOUNT_STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { foreignContents } from './foreign-contents.ts';
import { databaseGuard } from './guards.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { accountPrivilege, ownership } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/**
 * The managed database. Its mark is its comment, written by the statement that creates it. The creating role, which can
 * always see and drop it, stays the owner; its contents belong to the system role.
 */
export function database(blueprint: Blueprint): ManagedObject {
  const { database: name, acting, mark } = blueprint;
  return {
    key: OBJECT_KEYS.database,
    kind: 'database',
    name,
    scope: 'account',
    by: 'setup',
    stage: ACCOUNT_STAGE,
    role: acting.databases,
    create: [{ text: sql`CREATE DATABASE ${ident(name)} COMMENT = ${literal(mark(OBJECT_KEYS.database))}` }],
    drop: [{ text: sql`DROP DATABASE ${ident(name)}`, succeedOn: ALREADY_GONE }],
    reversible: false,
    needs: [accountPrivilege('CREATE DATABASE'), ownership(`database ${name}`, OBJECT_KEYS.database, ['drop'])],
    why: 'Contains the policies and the metadata of the service, separate from all other data.',
    guard: {
      ...databaseGuard(blueprint),
      foreignContents: foreignContents({ database: name }, blueprint.systemRole, [
        mark(OBJECT_KEYS.systemSchema),
        mark(OBJECT_KEYS.policySchema),
      ]),
    },
    absentTest: {
      id: 'database-absent',
      name: 'Validate Automatic: Database Does Not Exist',
      after: 'table-grants-role-prefix',
    },
    presentTest: { id: 'database-present', name: 'Validate Manual: Database Exists' },
  };
}
