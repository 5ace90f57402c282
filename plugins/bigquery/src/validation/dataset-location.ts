import { failed, passed } from '@portcullis/plugin-api';
import { STAGE } from '../objects/managed-objects.ts';
import { BASIC_CONNECTION, type BigQueryTest } from './bigquery-test.ts';
import { remedyOf } from './remedies.ts';

/** The test that an existing dataset is in the location of the config. */
export const datasetLocation: BigQueryTest = {
  id: 'dataset-location',
  name: 'The dataset is in the location',
  description: 'A dataset cannot be moved, and a query cannot read across locations.',
  operations: ['create', 'edit', 'recurring'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  affects: ['base', 'view-datasets'],
  dependsOn: [BASIC_CONNECTION],
  on: { stage: STAGE, actor: 'service' },
  async run({ session, config, operation, signal }) {
    const dataset = await session.dataset(config.dataset, signal);
    // A set-up or a PUT creates a missing dataset.
    if (!dataset && operation !== 'recurring') return passed();
    if (!dataset) return failed(`The dataset ${config.dataset} does not exist.`, { failureClass: 'not-found' });
    const { location } = dataset;
    if (location.toLowerCase() === config.location.toLowerCase()) return passed([{ location }]);
    return failed(`The dataset ${config.dataset} is in ${location}, not in ${config.location}.`, {
      failureClass: 'invalid-input',
      help: `Set location to ${location}, or choose another dataset.`,
    });
  },
  remedy: remedyOf({ service: 'bigquery.googleapis.com', permission: 'bigquery.datasets.get' }),
};
