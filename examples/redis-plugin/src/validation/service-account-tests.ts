import { command, failed, passed } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { commandRules, keyRule } from '../objects/access.ts';
import { accountOf } from '../setup-role.ts';
import { STAGE } from '../stages.ts';
import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';

const SERVICE = { stage: STAGE, actor: 'service' } as const;

/** The account of the service reaches its keys. */
const run: PlatformTest['run'] = async ({ session, config, mode, signal }) => {
  try {
    await session.send(['EXISTS', `${config.prefix}:portcullis`], { signal });
    return passed();
  } catch (error) {
    if (classifyError(error)?.class !== 'missing-grant') throw error;
    const account = accountOf(config, { actor: 'service', mode });
    return failed(`The service account does not reach the keys of ${config.prefix}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [command('ACL', 'SETUSER', account, keyRule(config), ...commandRules(config))],
        runAs: 'an administrator',
      },
    });
  }
};

/** After a manual set-up: the administrator has run the script. */
export const manualAccess: PlatformTest = {
  id: 'manual-key-access',
  name: 'Validate Manual: Service Account Reaches Its Keys',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: SERVICE,
  run,
};

/** The periodic check: the account can still sign in. */
export const recurringConnection: PlatformTest = {
  id: 'recurring-connection',
  name: 'Recurring Validation: Service Account Can Sign In',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  on: SERVICE,
  async run({ session, signal }) {
    await session.send(['ACL', 'WHOAMI'], { signal });
    return passed();
  },
};

/** The periodic check: the account still reaches its keys. */
export const recurringAccess: PlatformTest = {
  id: 'recurring-key-access',
  name: 'Recurring Validation: Service Account Reaches Its Keys',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  mandatory: true,
  dependsOn: [recurringConnection.id],
  on: SERVICE,
  run,
};
