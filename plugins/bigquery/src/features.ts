import type { Feature } from '@portcullis/plugin-api';
import type { BigQueryConfig } from './config/config-schema.ts';

/** The features of an integration. */
export const FEATURES = [
  {
    id: 'base',
    title: 'Dataset of the service',
    description: 'The service signs in and keeps its metadata in a separate dataset.',
  },
  {
    id: 'view-datasets',
    title: 'Policy-enforced views',
    description: 'For each dataset there is a second one with the suffix, in which users query policy-enforced views.',
  },
  {
    id: 'masking-functions',
    title: 'Masking functions',
    description: 'Views mask values with functions that the service creates and updates.',
  },
] as const satisfies readonly Feature<BigQueryConfig>[];
