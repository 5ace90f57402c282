import type { ManagedObject, ObjectContext } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import { STAGE } from '../stages.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { permission, SERVICE_PERMISSIONS } from './permissions.ts';
import { CALLS } from './run-call.ts';
import { UNTIL_ABSENT, UNTIL_PRESENT } from './visibility.ts';

/** The slot of the secret of the service account. */
export const SERVICE_SECRET = 'serviceSecret';

/** Returns the name of the service account in automatic mode, with which it also signs in. */
export function serviceAccountName({ role }: Config): string {
  return `${role}-service`;
}

/** Returns the service account of the automatic mode; in manual mode an administrator creates one. */
export function serviceAccount(config: Config, mark: ObjectContext<never>['mark']): ManagedObject {
  const name = serviceAccountName(config);
  const ours = mark(OBJECT_KEYS.serviceAccount);
  const clientSecret = { $secret: SERVICE_SECRET };
  const needs = [
    permission('accounts:write', ['create', 'alter', 'drop']),
    // Each change looks for the account again.
    permission('accounts:read', ['observe', 'create', 'alter', 'drop']),
  ];
  return {
    key: OBJECT_KEYS.serviceAccount,
    kind: 'service account',
    name,
    scope: 'account',
    by: 'setup',
    stage: STAGE,
    create: [
      {
        call: CALLS.createAccount,
        input: { name, mark: ours, role: config.role, permissions: [...SERVICE_PERMISSIONS], clientSecret },
        waitUntil: UNTIL_PRESENT,
      },
    ],
    rotate: {
      slot: SERVICE_SECRET,
      credentialNames: ['secret'],
      set: () => [{ call: CALLS.changeSecret, input: { name, mark: ours, clientSecret } }],
      needs,
    },
    drop: [
      { call: CALLS.deleteAccount, input: { name, mark: ours }, succeedOn: ['not-found'], waitUntil: UNTIL_ABSENT },
    ],
    // The platform does not delete the role of an account.
    blocks: [OBJECT_KEYS.role],
    needs,
    why: 'The account with which the service works from then on.',
    absentTest: { id: 'account-absent', name: 'Validate Automatic: Service Account Does Not Exist' },
  };
}
