import type { SetupRole } from '@portcullis/plugin-api';
import type { BigQueryConfig } from './config/config-schema.ts';
import { isOfItsProject, readKey } from './config/service-account-key.ts';
import { bigquerySetup } from './setup/bigquery-setup.ts';

/**
 * The service account of the key, and the script that gives it the custom role with the least permissions. The script makes
 * account and key as well where they are not there.
 */
export function setupRoleOf({ credential, role, dataset }: BigQueryConfig): SetupRole {
  const key = readKey(credential);
  const { project } = key;
  const [serviceAccountId = ''] = key.email.split('@');
  // The script makes accounts of the project alone: in place of a foreign account, it makes its own.
  const own = isOfItsProject(key) ? { serviceAccountId } : {};
  const { script, serviceAccount } = bigquerySetup({ project, role, dataset, ...own });
  return {
    name: serviceAccount,
    runAs: 'an administrator of roles, service accounts and IAM policy of the project',
    script: { language: 'Shell', fileExtension: 'sh', text: script },
  };
}
