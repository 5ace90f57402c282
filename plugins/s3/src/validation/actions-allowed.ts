import { failed, passed } from '@portcullis/plugin-api';
import { NEEDED_ACTIONS } from '../permissions/needed-actions.ts';
import { type ActionFinding, probeActions } from './probe-actions.ts';
import { ON_ACCOUNT, type S3Test, TEST_IDS } from './s3-test.ts';
import { simulateActions } from './simulate-actions.ts';
import { remedyFor } from './with-remedy.ts';

/** The test that the credentials have the permissions of the service. */
export const actionsAllowed: S3Test = {
  id: 'actions-allowed',
  name: 'The provided AWS credentials allow the actions that the service needs',
  description:
    'Simulates the actions with IAM if the credentials permit this. Otherwise tries the read-only actions, and lists the others as not checked.',
  operations: ['create', 'recurring'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.account],
  on: ON_ACCOUNT,
  async run({ config, session: { aws }, signal }) {
    const findings: readonly ActionFinding[] =
      (await simulateActions(aws, config, signal)) ?? (await probeActions(aws, config, signal));
    const missing = NEEDED_ACTIONS.filter((_needed, index) => findings[index] === 'missing');
    const rows = NEEDED_ACTIONS.map(({ action, on }, index) => ({ action, on, allowed: findings[index] }));
    if (missing.length === 0) return passed(rows);
    const reasons = missing.map(({ action, why }) => `${action} (${why})`);
    return failed(`The credentials lack ${reasons.join(', ')}.`, {
      failureClass: 'missing-grant',
      remediation: remedyFor(missing, config),
      result: rows,
    });
  },
};
