import { passed, warned } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { FEATURE } from '../features.ts';
import { type DatabricksTest, SERVICE, TEST_IDS } from './databricks-test.ts';

/**
 * The test that the excluded group is a group of the account, because policies check only such groups. Source:
 * "is_account_group_member function".
 */
export const excludedGroup: DatabricksTest = {
  id: 'excluded-group',
  name: 'Excluded Group Exists',
  description:
    'Looks for the group of groupPattern.deny among the groups of the account. Without it, no member is excluded.',
  operations: ['create', 'edit', 'recurring'],
  modes: ['automatic', 'manual'],
  phase: 'capability',
  mandatory: false,
  affects: [FEATURE.exclusion],
  dependsOn: [TEST_IDS.connection],
  when: ({ groupPattern }) => groupPattern !== undefined || { reason: 'groupPattern.deny is not set.' },
  on: SERVICE,
  async run({ session, config, previous, signal }) {
    const group = config.groupPattern?.deny ?? '';
    const before = previous?.groupPattern?.deny;
    const result = [{ group, ...(before !== undefined && before !== group ? { before } : {}) }];
    try {
      if (await session.hasGroup(group, signal)) return passed(result);
    } catch (error) {
      if (!['missing-grant', 'not-found', 'unsupported'].includes(classifyError(error)?.class ?? '')) throw error;
      return warned(`These credentials cannot see whether the account has a group "${group}".`, {
        failureClass: 'missing-grant',
      });
    }
    return warned(`The account has no group "${group}": policies apply to all users.`, {
      failureClass: 'not-found',
      help: 'Ask an account admin to add it in the account console; a group of the workspace is not sufficient.',
    });
  },
};
