import { command, failed, passed } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { AclCommand } from '../objects/privileges.ts';
import { readAccount } from '../observation/read-account.ts';
import { STAGE } from '../stages.ts';
import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';

function needed({ persistence }: Config): readonly AclCommand[] {
  return ['getuser', 'setuser', 'deluser', ...(persistence === 'acl-file' ? ['save' as const] : [])];
}

/**
 * The test that the set-up account has the privileges that the managed objects need. The remedy has the commands that
 * grant missing ones.
 */
export const setupPrivileges: PlatformTest = {
  id: 'setup-privileges',
  name: 'Validate Automatic Bootstrap User Grants',
  description: 'The set-up account may read, make, change, drop and save accounts.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: { stage: STAGE, actor: 'setup' },
  remedy: (failure, { config }) =>
    failure.class === 'missing-grant' ? remedyOf(config.username, needed(config)) : undefined,
  async run({ session, config, signal }) {
    const { username } = config;
    const account = readAccount(await session.send(['ACL', 'GETUSER', username], { signal }));
    const missing = needed(config).filter((subcommand) => !mayRun(account?.commands ?? [], subcommand));
    if (missing.length === 0) return passed();
    return failed(`The set-up account lacks ${missing.map((each) => `+acl|${each}`).join(' and ')}.`, {
      failureClass: 'missing-grant',
      remediation: remedyOf(username, missing),
    });
  },
};

function remedyOf(account: string, missing: readonly AclCommand[]) {
  const rules = missing.map((each) => `+acl|${each}`);
  return { statements: [command('ACL', 'SETUSER', account, ...rules)], runAs: 'an administrator' };
}

/**
 * Returns whether rules allow a subcommand. The last rule about a command decides. Source: Redis documentation, "ACL".
 */
function mayRun(rules: readonly string[], subcommand: AclCommand): boolean {
  const about = ['@all', '@admin', '@slow', '@dangerous', 'acl', `acl|${subcommand}`];
  return rules.findLast((rule) => about.includes(rule.slice(1)))?.startsWith('+') ?? false;
}
