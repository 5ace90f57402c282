import type { Target } from '@portcullis/plugin-api';
import type { BigQueryConfig } from './config-schema.ts';
import { readKey } from './service-account-key.ts';

/**
 * Returns the target of an integration: one dataset of one project. Operations on one project run one after another.
 */
export function targetOf({ credential, dataset }: Pick<BigQueryConfig, 'credential' | 'dataset'>): Target {
  const { project } = readKey(credential);
  return { identity: [project, dataset], display: `${project}.${dataset}`, scope: project };
}
