import { ident, literal, type ManagedObject, type Scalar, type Step, secretSlot, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { loginGuard } from './catalogs.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { manageLogins } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The slot of the service account's password. */
export const SERVICE_PASSWORD = 'servicePassword';

/**
 * The login that the service signs in with. CREATE, ALTER and DROP LOGIN must be alone in their batch. Source:
 * Transact-SQL reference, "CREATE LOGIN", tab Azure Synapse Analytics.
 */
export function login(blueprint: Blueprint): ManagedObject {
  const { account, accountId } = blueprint;
  const setPassword: Step = {
    text: sql`ALTER LOGIN ${ident(account)} WITH PASSWORD = ${secretSlot(SERVICE_PASSWORD)}`,
    alone: true,
  };
  return {
    key: OBJECT_KEYS.login,
    kind: 'login',
    name: account,
    scope: 'server',
    by: 'setup',
    stage: STAGE.master,
    create: [
      {
        text: sql`CREATE LOGIN ${ident(account)} WITH PASSWORD = ${secretSlot(SERVICE_PASSWORD)}, SID = ${accountId}`,
        alone: true,
      },
    ],
    alter: (from) => renameSteps(blueprint, from),
    drop: [{ text: sql`DROP LOGIN ${ident(account)}`, alone: true, succeedOn: ALREADY_GONE }],
    desired: { name: account },
    dropAfter: [OBJECT_KEYS.user],
    rotate: {
      slot: SERVICE_PASSWORD,
      credentialNames: ['password'],
      set: () => [setPassword],
      needs: [manageLogins()],
    },
    needs: [manageLogins()],
    why: 'The service signs in with it from now on, so that no privileged credentials are stored. Its SID shows that it belongs to this integration.',
    guard: loginGuard(blueprint),
    absentTest: { id: 'login-absent', name: 'Validate Automatic: Login Does Not Exist' },
    presentTest: { id: 'login-present', name: 'Validate Manual: Login Exists' },
  };
}

/** Returns a rename that checks its own condition, so that a script may run twice. */
function renameSteps({ account, accountId }: Blueprint, { name }: Readonly<Record<string, Scalar>>): readonly Step[] {
  if (typeof name !== 'string' || name === account) return [];
  const isPending = sql`EXISTS (SELECT 1 FROM sys.sql_logins AS listed WHERE listed.name = ${literal(name)} AND listed.sid = ${accountId})`;
  const password = secretSlot(SERVICE_PASSWORD);
  const renameStatement = sql`ALTER LOGIN ${ident(name)} WITH PASSWORD = ${password}, NAME = ${ident(account)}`;
  return [{ text: sql`IF ${isPending} ${renameStatement}`, alone: true }];
}
