import { command, failed, passed } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { commandRules, keyRule } from '../objects/access.ts';
import { accountOf } from '../setup-role.ts';
import { STAGE } from '../stages.ts';
import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';

const SERVICE = { stage: STAGE, actor: 'service' } as const;

/** Checks that the service account can access its keys. */
const run: PlatformTest['run'] = async ({ session, config, mode, signal }) => {
  try {
    await session.send(['EXISTS', `${config.prefix}:portcullis`], { signal });
    return passed();
  } catch (error) {
    if (classifyError(error)?.class !== 'missing-grant') throw error;
    const account = accountOf(config, { actor: 'service', mode });
    return failed(`The service account cannot access the keys of ${config.prefix}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [command('ACL', 'SETUSER', account, keyRule(config), ...commandRules(config))],
        runAs: 'an administrator',
      },
    });
  }
};

/** The test, after a manual set-up, that the administrator has run the script. */
export const manualAccess: PlatformTest = {
  id: 'manual-key-access',
  name: 'Validate Manual: Service Account Can Access Its Keys',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: SERVICE,
  run,
};

/** The recurring test that the account can still sign in. */
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

/** The recurring test that the account can still access its keys. */
export const recurringAccess: PlatformTest = {
  id: 'recurring-key-access',
  name: 'Recurring Validation: Service Account Can Access Its Keys',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  mandatory: true,
  dependsOn: [recurringConnection.id],
  on: SERVICE,
  run,
};
