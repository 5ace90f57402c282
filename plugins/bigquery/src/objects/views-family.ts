import type { ObjectFamily } from '@portcullis/plugin-api';
import type { BigQueryConfig } from '../config/config-schema.ts';
import type { BigQuerySession } from '../connection/bigquery-session.ts';
import { STAGE } from './managed-objects.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { VIEWS_LABEL, viewsLabel } from './views-label.ts';

/** The permissions to list the contents of a dataset, and to delete the dataset with its views. */
const DELETE_PERMISSIONS: readonly string[] = [
  'bigquery.tables.list',
  'bigquery.routines.list',
  'bigquery.models.list',
  'bigquery.tables.delete',
  'bigquery.datasets.delete',
];

/**
 * The datasets with the suffix that the host creates at run time. Their views call functions in the dataset of the
 * service, so they are dropped before it.
 */
export const viewsFamily: ObjectFamily<BigQuerySession, BigQueryConfig> = {
  key: 'views-datasets',
  kind: 'dataset of views',
  stage: STAGE,
  blocks: [OBJECT_KEYS.dataset],
  async list(session, { config: { dataset, datasetSuffix }, signal }) {
    const owner = viewsLabel({ project: session.account.project, dataset });
    const labelled = await session.datasets({ label: VIEWS_LABEL, value: owner }, signal);
    return labelled
      .filter(({ name }) => name.endsWith(datasetSuffix) && name !== dataset)
      .map(({ name, id, location }) => ({ name, platformId: id, details: { location, owner } }));
  },
  drop: ({ name, details = {} }) => [
    {
      call: 'datasets.deleteViews',
      input: { datasetId: name, owner: details.owner ?? '' },
      succeedOn: ['not-found'],
    },
  ],
  needs: ({ name }) =>
    DELETE_PERMISSIONS.map((permission) => ({
      name: permission,
      on: `dataset ${name}`,
    })),
};
