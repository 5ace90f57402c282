import type { Feature } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from './config/config-shapes.ts';

/** The ids of the features with managed objects. Audit and lineage share their objects. */
export const FEATURE = {
  audit: 'audit',
  lineage: 'lineage',
  impersonation: 'impersonation',
  workspaces: 'workspaces',
} as const;

type OptionalFeature = keyof typeof FEATURE;

function isEnabled(feature: OptionalFeature): NonNullable<Feature<SnowflakeConfig>['when']> {
  return (config) =>
    config[feature].enabled || { reason: `config.${feature}.enabled is false: set it to true with PUT.` };
}

/** The features of an integration. */
export const FEATURES: readonly Feature<SnowflakeConfig>[] = [
  {
    id: 'base',
    title: 'Policies',
    description: 'The service puts masking and row access policies on tables of the account.',
  },
  {
    id: FEATURE.audit,
    title: 'Audit',
    description: 'The service reads the query history.',
    setting: 'audit.enabled',
    when: isEnabled('audit'),
  },
  {
    id: FEATURE.lineage,
    title: 'Lineage',
    description: 'The service reads the origin of data. Needs the Enterprise Edition.',
    setting: 'lineage.enabled',
    when: isEnabled('lineage'),
  },
  {
    id: FEATURE.impersonation,
    title: 'Impersonation',
    description: 'Members of a role query as another user.',
    setting: 'impersonation.enabled',
    when: isEnabled('impersonation'),
  },
  {
    id: FEATURE.workspaces,
    title: 'Workspaces',
    description: 'The service creates schemas and roles for projects.',
    setting: 'workspaces.enabled',
    when: isEnabled('workspaces'),
  },
];
