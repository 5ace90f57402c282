import type { SetupRole } from '@portcullis/plugin-api';
import type { BigQueryConfig } from './config/config-schema.ts';
import { readKey } from './config/service-account-key.ts';
import { bigquerySetup } from './setup/bigquery-setup.ts';

/**
 * The service account of the key, and the script that gives it the custom role with the least permissions. The script makes
 * account and key as well where they are not there.
 */
export function setupRoleOf({ credential, role, dataset }: BigQueryConfig): SetupRole {
  const { project, email } = readKey(credential);
  const [serviceAccountId = ''] = email.split('@');
  const { script } = bigquerySetup({ project, role, dataset, serviceAccountId });
  return {
    name: email,
    runAs: 'an administrator of roles, service accounts and IAM policy of the project',
    script: { language: 'Shell', fileExtension: 'sh', text: script },
  };
}
