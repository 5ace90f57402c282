import { failed, passed, warned } from '@portcullis/plugin-api';
import { NEEDED_ACTIONS, type NeededAction } from '../permissions/needed-actions.ts';
import { type ActionFinding, probeActions } from './probe-actions.ts';
import { type S3Test, SERVICE, TEST_IDS } from './s3-test.ts';
import { simulateActions } from './simulate-actions.ts';
import { missingActionsRemedy } from './with-remedy.ts';

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
  on: SERVICE,
  async run({ config, session: { aws }, signal }) {
    const findings: readonly ActionFinding[] =
      (await simulateActions(aws, config, signal)) ?? (await probeActions(aws, config, signal));
    const found = (finding: ActionFinding) => NEEDED_ACTIONS.filter((_needed, index) => findings[index] === finding);
    const [missing, denied, unclear] = [found('missing'), found('denied'), found('unclear')];
    const rows = NEEDED_ACTIONS.map(({ action, on }, index) => ({ action, on, allowed: findings[index] }));
    if (missing.length + denied.length > 0) {
      const sentences = [
        ...(missing.length > 0 ? [`The credentials lack ${listOf(missing)}.`] : []),
        ...(denied.length > 0 ? [`A policy denies the credentials ${listOf(denied)}.`] : []),
      ];
      return failed(sentences.join(' '), {
        failureClass: 'missing-grant',
        ...(denied.length > 0 ? { help: DENIAL_HELP } : {}),
        ...(missing.length > 0 ? { remediation: missingActionsRemedy(missing, config) } : {}),
        result: rows,
      });
    }
    if (unclear.length === 0) return passed(rows);
    return warned(
      `IAM allows the credentials only under conditions that a simulation cannot evaluate: ${listOf(unclear)}.`,
      {
        help: 'Make sure that the requests of the service fulfil these conditions.',
        result: rows,
      },
    );
  },
};

/** Source: IAM user guide, "Policy evaluation logic". */
const DENIAL_HELP =
  'A further policy of the credentials cannot allow an action that is denied. Look for a denial in their policies, at their permissions boundary, and at the service control policies of the organization.';

function listOf(actions: readonly NeededAction[]): string {
  return actions.map(({ action, why }) => `${action} (${why})`).join(', ');
}
