import {
  ident,
  type ManagedObject,
  type ObjectGuard,
  type Scalar,
  type SecretRotation,
  type Sql,
  type Step,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import { passwordEncoder } from '../passwords/encode-password.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { ACCOUNTS } from './catalogs.ts';
import { insertMark, type MarkedObject, markGuard, renameMark } from './marks.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { accountPrivileges } from './privileges.ts';

/** The slot of the service account's password. */
export const SERVICE_PASSWORD = 'servicePassword';

/** The account that the service signs in with. */
export function serviceAccount(blueprint: Blueprint): ManagedObject {
  const { account, engine, mode, signIn } = blueprint;
  const password = passwordOf(blueprint);
  return {
    key: OBJECT_KEYS.serviceAccount,
    kind: 'user',
    name: account,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [
      { text: sql`CREATE USER ${ident(account)} ${password} NOCREATEDB` },
      { text: insertMark(blueprint, markedAccount(blueprint)) },
    ],
    alter: (from) =>
      from.name === account && mode === 'automatic'
        ? [{ text: sql`ALTER USER ${ident(account)} NOCREATEDB` }]
        : [
            ...renameSteps(blueprint, from),
            // A rename clears the password ("ALTER USER", RENAME TO).
            { text: sql`ALTER USER ${ident(account)} ${password} NOCREATEDB` },
            ...(from.name === account ? [] : [{ text: renameMark(blueprint, markedAccount(blueprint)) }]),
          ],
    restore: ({ createDatabases, ...others }) =>
      createDatabases === true && Object.keys(others).length === 0
        ? [{ text: sql`ALTER USER ${ident(account)} CREATEDB` }]
        : undefined,
    drop: [{ text: sql`DROP USER IF EXISTS ${ident(account)}` }],
    desired: { name: account, createDatabases: false },
    // The platform does not show whether a user has a password.
    ...(signIn === 'temporary' ? { revision: 'temporary' } : {}),
    dropAfter: [OBJECT_KEYS.database],
    ...(signIn === 'password' ? { rotate: rotationOf(account, password) } : {}),
    needs: accountPrivileges(engine, mode),
    why: WHY[signIn],
    guard: serviceAccountGuard(blueprint),
    absentTest: { id: 'service-account-absent', name: 'Validate Automatic: Service Account Does Not Exist' },
    presentTest: { id: 'service-account-present', name: 'Validate Manual: Service Account Exists' },
  };
}

const WHY: Readonly<Record<Blueprint['signIn'], string>> = {
  password: 'The service signs in with it from now on, so that no privileged credentials are stored.',
  temporary: 'The service signs in to this account with temporary credentials; the account has no password.',
};

/** Sources: "CREATE USER", parameter PASSWORD (DISABLE); PostgreSQL manual, "CREATE ROLE" (PASSWORD NULL). */
const NO_PASSWORD = { redshift: sql`PASSWORD DISABLE`, postgresql: sql`PASSWORD NULL` } as const;

function passwordOf({ engine, signIn }: Blueprint): Sql {
  if (signIn === 'temporary') return NO_PASSWORD[engine];
  return sql`PASSWORD ${secretSlot(SERVICE_PASSWORD, { encode: passwordEncoder(engine) })}`;
}

function rotationOf(account: string, password: Sql): SecretRotation {
  return {
    slot: SERVICE_PASSWORD,
    // "ALTER USER": users may change their own password.
    by: 'service',
    stage: STAGE.managed,
    credentialNames: ['password'],
    set: () => [{ text: sql`ALTER USER ${ident(account)} ${password}` }],
    needs: [{ name: 'own password', on: `user ${account}`, grantable: false, comesWith: OBJECT_KEYS.serviceAccount }],
  };
}

/**
 * Returns the guard of the account: the account that runs the script and superusers never match, regardless of the marks.
 */
export function serviceAccountGuard(blueprint: Blueprint): ObjectGuard {
  const { superuser, name } = ACCOUNTS[blueprint.engine];
  return markGuard(blueprint, markedAccount(blueprint), sql` AND NOT ${superuser} AND ${name} <> current_user`);
}

function markedAccount({ account, engine }: Blueprint): MarkedObject {
  return { kind: 'user', key: OBJECT_KEYS.serviceAccount, name: account, catalog: ACCOUNTS[engine] };
}

function renameSteps({ account }: Blueprint, { name }: Readonly<Record<string, Scalar>>): readonly Step[] {
  if (typeof name !== 'string' || name === account) return [];
  return [{ text: sql`ALTER USER ${ident(name)} RENAME TO ${ident(account)}` }];
}
