import { failed, passed, warned } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { FEATURES } from '../features.ts';
import { STAGE } from '../objects/managed-objects.ts';
import { NEEDED_PERMISSIONS } from '../permissions.ts';
import { BASIC_CONNECTION, type BigQueryTest } from './bigquery-test.ts';
import { API_DISABLED_CODES, apiRemedy, permissionRemedy } from './remedies.ts';

/** The test that the account has the required permissions. */
export const projectPermissions: BigQueryTest = {
  id: 'project-permissions',
  name: 'The service account has the permissions on the project',
  description: 'Queries the needed permissions of the account from the Resource Manager.',
  operations: ['create', 'edit', 'recurring'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  affects: FEATURES.map(({ id }) => id),
  dependsOn: [BASIC_CONNECTION],
  on: { stage: STAGE, actor: 'service' },
  async run({ session, config, signal }) {
    const names = NEEDED_PERMISSIONS.map(({ name }) => name);
    let granted: ReadonlySet<string>;
    try {
      granted = await session.grantedPermissions(names, signal);
    } catch (error) {
      const failure = classifyError(error);
      if (failure?.class !== 'unsupported') throw error;
      if (!API_DISABLED_CODES.includes(failure.code ?? '')) {
        const { message, help } = failure;
        return warned(`The permissions cannot be seen. Google says: ${message}`, {
          failureClass: 'unsupported',
          ...(help === undefined ? {} : { help }),
        });
      }
      return warned('The permissions cannot be seen: the Resource Manager API is not enabled in the project.', {
        failureClass: 'unsupported',
        remediation: apiRemedy('cloudresourcemanager.googleapis.com', config),
      });
    }
    const missing = NEEDED_PERMISSIONS.filter(({ name }) => !granted.has(name));
    if (missing.length === 0) return passed();
    const reasons = missing.map(({ name, why }) => `${name} (${why})`);
    return failed(`The service account lacks ${reasons.join(', ')}.`, {
      failureClass: 'missing-grant',
      // "Access change propagation".
      help: 'Run the commands of the remedy. A new binding or a changed role can take more than seven minutes to take effect: if this was done a moment ago, only try again.',
      remediation: permissionRemedy(
        missing.map(({ name }) => name),
        config,
      ),
    });
  },
};
