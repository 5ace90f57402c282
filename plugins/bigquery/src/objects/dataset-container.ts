import type { Container } from '@portcullis/plugin-api';
import type { BigQueryConfig } from '../config/config-schema.ts';
import type { BigQuerySession } from '../connection/bigquery-session.ts';
import { STAGE } from './managed-objects.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { routineMark, VIEWS_LABEL, viewsLabel } from './views-label.ts';

/**
 * The dataset of the service. Tables, views and models have no owner: the host labels those that it creates, like datasets of
 * views. Functions have no labels: their description contains the owner, see `routineDescription`.
 */
export const datasetContainer: Container<BigQuerySession, BigQueryConfig> = {
  key: OBJECT_KEYS.dataset,
  stage: STAGE,
  async list(session, { config: { dataset }, signal }) {
    const owner = { project: session.account.project, dataset };
    const [label, mark] = [viewsLabel(owner), routineMark(owner)];
    const tables = (await session.tables(dataset, signal)).filter(({ labels }) => labels[VIEWS_LABEL] !== label);
    const routines = (await session.routines(dataset, signal)).filter(({ description }) => !description.endsWith(mark));
    const models = (await session.models(dataset, signal)).filter(({ labels }) => labels[VIEWS_LABEL] !== label);
    return [
      ...tables.map(({ type, name }) => ({
        kind: type.toLowerCase().replaceAll('_', ' '),
        name: `${dataset}.${name}`,
      })),
      ...routines.map(({ name }) => ({ kind: 'routine', name: `${dataset}.${name}` })),
      ...models.map(({ name }) => ({ kind: 'model', name: `${dataset}.${name}` })),
    ];
  },
};
