import type { SetupRole } from '@portcullis/plugin-api';
import type { BigQueryConfig } from './config/config-schema.ts';
import { belongsToItsProject, readKey } from './config/service-account-key.ts';
import { bigquerySetup } from './setup/bigquery-setup.ts';

/**
 * Returns the service account of the key, and the script that grants it the custom role with minimal permissions. The
 * script also creates missing accounts and keys.
 */
export function setupRole({ credential, role, dataset }: BigQueryConfig): SetupRole {
  const key = readKey(credential);
  const { project } = key;
  const [serviceAccountId = ''] = key.email.split('@');
  // The script creates only accounts of the project, so it replaces an account of another project with a new one.
  const own = belongsToItsProject(key) ? { serviceAccountId } : {};
  const { script, serviceAccount } = bigquerySetup({ project, role, dataset, ...own });
  return {
    name: serviceAccount,
    runAs: 'an administrator of roles, service accounts and IAM policy of the project',
    script: { language: 'Shell', fileExtension: 'sh', text: script },
  };
}
