import type { Feature } from '@portcullis/plugin-api';
import type { SynapseConfig } from './config/config-schema.ts';

/** The feature of the impersonation role and its procedures. */
export const IMPERSONATION = 'impersonation';

/** The features of an integration. */
export const FEATURES: readonly Feature<SynapseConfig>[] = [
  {
    id: 'base',
    title: 'Policy-enforced views',
    description: 'The service makes and manages views in its own schema of the pool, through which users read.',
  },
  {
    id: IMPERSONATION,
    title: 'Impersonation',
    description: 'Members of a role query as another user.',
    setting: 'impersonation.enabled',
    when: ({ impersonation }) =>
      impersonation.enabled || { reason: 'config.impersonation.enabled is false: set it to true with PUT.' },
  },
];
