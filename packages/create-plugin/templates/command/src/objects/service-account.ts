import { command, literal, type ManagedObject, secretSlot, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { commandRules, keyRule, normalizedRules } from './access.ts';
import { type Blueprint, OBJECT_KEYS, SERVICE_PASSWORD } from './blueprint.ts';
import { aclPrivilege } from './privileges.ts';

/**
 * The account of the service, so that no privileged credentials are stored. Its mark is a channel: an account has no
 * comment, and it may publish only to this channel.
 */
export function serviceAccount({ config, account, mark }: Blueprint): ManagedObject {
  const key = OBJECT_KEYS.serviceAccount;
  const rules = commandRules(config);
  // Filled in when the command is sent. Plan, script and journal show {{servicePassword}} instead.
  const password = secretSlot(SERVICE_PASSWORD);
  const setRules = (allowed: readonly string[]) => [{ text: command('ACL', 'SETUSER', account, ...allowed) }];
  const find = command('ACL', 'GETUSER', account);
  return {
    key,
    kind: 'user',
    name: account,
    scope: 'server',
    by: 'setup',
    stage: STAGE,
    create: [
      {
        text: command(
          'ACL',
          'SETUSER',
          account,
          'reset',
          'on',
          ['>', password],
          keyRule(config),
          'resetchannels',
          `&${mark(key)}`,
          ...rules,
        ),
      },
    ],
    // A config with another access alters the account. Without `alter` it would be dropped and created again.
    desired: { commands: normalizedRules(rules) },
    alter: () => setRules(rules),
    restore: ({ commands }) => (typeof commands === 'string' ? setRules(commands.split(' ')) : undefined),
    drop: [{ text: command('ACL', 'DELUSER', account), succeedOn: ['not-found'] }],
    // An account has a set of passwords: the new one is added, and the old one is removed by its value.
    rotate: {
      slot: SERVICE_PASSWORD,
      credentialNames: ['first', 'second'],
      set: () => [{ text: command('ACL', 'SETUSER', account, ['>', password]) }],
      clear: () => [{ text: command('ACL', 'SETUSER', account, ['<', password]) }],
      needs: [aclPrivilege('setuser', ['alter'])],
    },
    // A failed creation is reverted, so it also needs the privilege to drop.
    needs: [
      aclPrivilege('setuser', ['create', 'alter']),
      aclPrivilege('getuser', ['create', 'alter', 'drop', 'observe']),
      aclPrivilege('deluser', ['create', 'drop']),
    ],
    why: 'The service signs in with it from now on, so that no privileged credentials are stored.',
    guard: { exists: sql`${find}`, ours: sql`${find} | grep -F ${literal(mark(key))}` },
    absentTest: { id: 'service-account-absent', name: 'Validate Automatic: Service Account Does Not Exist' },
    presentTest: { id: 'service-account-present', name: 'Validate Manual: Service Account Exists' },
  };
}
