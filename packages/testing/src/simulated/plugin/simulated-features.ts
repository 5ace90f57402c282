import type { Feature } from '@portcullis/plugin-api';
import type { SimulatedConfig } from './simulated-config.ts';

/** The features of the simulated plugin: one that is always on, and three that the config switches. */
export const SIMULATED_FEATURES: readonly Feature<SimulatedConfig>[] = [
  { id: 'base', title: 'Views', description: 'The service makes views in its own database.' },
  {
    id: 'audit',
    title: 'Audit',
    description: 'The platform keeps a trail of queries.',
    setting: 'audit.enabled',
    when: ({ audit }) => audit?.enabled || { reason: 'config.audit.enabled is not true.' },
  },
  {
    id: 'impersonation',
    title: 'Impersonation',
    description: 'Members of a role act as others.',
    setting: 'impersonation.enabled',
    when: ({ impersonation }) => impersonation?.enabled || { reason: 'config.impersonation.enabled is not true.' },
  },
  {
    id: 'exports',
    title: 'Exports',
    description: 'The service writes exports to a volume.',
    when: ({ volume }) => volume !== undefined || { reason: 'config.volume is not set.' },
    unverifiable: 'The service cannot check whether a volume accepts files: write one.',
  },
];
