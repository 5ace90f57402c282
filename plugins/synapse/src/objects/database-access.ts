import { ident, type ManagedObject, type Step, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { userGuard } from './catalogs.ts';
import { missingPrivileges } from './missing-privileges.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { controlDatabase } from './privileges.ts';

const DATABASE_PRIVILEGES = 'CREATE PROCEDURE, CREATE TABLE, CREATE VIEW';

/**
 * The privileges of the service account to create kinds of objects. Its privileges on schemas limit where it can use
 * them.
 */
export function databaseAccess(blueprint: Blueprint): ManagedObject {
  const { account, database } = blueprint;
  const grant: Step = { text: sql`GRANT CREATE PROCEDURE, CREATE TABLE, CREATE VIEW TO ${ident(account)}` };
  const { ours } = userGuard(blueprint);
  return {
    key: OBJECT_KEYS.databaseAccess,
    kind: 'grant',
    name: `create table, view and procedure in ${database} to the service account`,
    scope: 'database',
    by: 'setup',
    stage: STAGE.pool,
    create: [grant],
    alter: () => [grant],
    restore: ({ privileges }) => {
      const granted = missingPrivileges(DATABASE_PRIVILEGES, privileges);
      return granted ? [{ text: sql`REVOKE ${granted} FROM ${ident(account)}` }] : [];
    },
    drop: [{ text: sql`REVOKE CREATE PROCEDURE, CREATE TABLE, CREATE VIEW FROM ${ident(account)}` }],
    desired: { privileges: DATABASE_PRIVILEGES },
    within: OBJECT_KEYS.user,
    needs: [controlDatabase(database)],
    why: 'The service creates views, and upgrades its own tables and procedures, only in the three schemas, because it has no privileges in others.',
    guard: { exists: ours, ours },
  };
}
