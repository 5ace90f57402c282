import type { Feature } from '@portcullis/plugin-api';
import type { DatabricksConfig } from './config/config-schema.ts';

/** The ids of the features. */
export const FEATURE = { audit: 'audit', exclusion: 'exclusion' } as const;

/** The features of an integration. */
export const FEATURES: readonly Feature<DatabricksConfig>[] = [
  {
    id: 'base',
    title: 'Policies',
    description: 'The service keeps the functions of row filters and column masks in a separate catalog.',
  },
  {
    id: FEATURE.audit,
    title: 'Audit',
    description: 'The service reads the query history.',
    setting: 'audit.enabled',
    when: ({ audit }) => audit.enabled || { reason: 'config.audit.enabled is false: set it to true with PUT.' },
  },
  {
    id: FEATURE.exclusion,
    title: 'Excluded group',
    description: 'Policies do not apply to the members of one group.',
    when: ({ groupPattern }) =>
      groupPattern !== undefined || { reason: 'config.groupPattern.deny names no group: set it with PUT.' },
  },
];
