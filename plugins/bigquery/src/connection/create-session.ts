import { PlatformError } from '@portcullis/plugin-api';
import type { ServiceAccountKey } from '../config/service-account-key.ts';
import type { Api } from './api.ts';
import type { BigQuerySession } from './bigquery-session.ts';
import {
  type DatasetDeletion,
  type DatasetInsertion,
  deleteDataset,
  getDataset,
  insertDataset,
} from './dataset-calls.ts';
import { deleteViewsDataset, type ViewsDatasetDeletion } from './delete-views-dataset.ts';
import { listDatasets, listModels, listRoutines, listTables } from './list-calls.ts';
import { objectsIn, type ResponseBody } from './response-body.ts';

/** Milliseconds after which BigQuery responds that a query is not complete. */
const QUERY_TIMEOUT_MS = 10_000;

/** Creates the calls of a session. */
export function createSession(
  api: Api,
  account: Pick<ServiceAccountKey, 'project' | 'email'>,
): Omit<BigQuerySession, 'close'> {
  const { project, email } = account;
  const inProject = encodeURIComponent(project);
  const calls: Readonly<Record<string, (input: unknown, signal: AbortSignal) => Promise<void>>> = {
    'datasets.insert': (input, signal) => insertDataset(api, input as DatasetInsertion, signal),
    'datasets.deleteViews': (input, signal) => deleteViewsDataset(api, project, input as ViewsDatasetDeletion, signal),
    'datasets.delete': (input, signal) => deleteDataset(api, input as DatasetDeletion, signal),
  };
  return {
    account: { project, email },
    dataset: (datasetId, signal) => getDataset(api, project, datasetId, signal),
    datasets: (filter, signal) => listDatasets(api, project, filter, signal),
    tables: (datasetId, signal) => listTables(api, project, datasetId, signal),
    routines: (datasetId, signal) => listRoutines(api, project, datasetId, signal),
    models: (datasetId, signal) => listModels(api, project, datasetId, signal),
    async firstRow(query, location, signal) {
      const path = `/bigquery/v2/projects/${inProject}/queries`;
      const body = { query, location, useLegacySql: false, maxResults: 1, timeoutMs: QUERY_TIMEOUT_MS };
      return cellsOf(await api.call({ service: 'bigquery', method: 'POST', path, body, isRead: true }, signal));
    },
    async grantedPermissions(permissions, signal) {
      const path = `/v3/projects/${inProject}:testIamPermissions`;
      const response = await api.call(
        { service: 'resourceManager', method: 'POST', path, body: { permissions }, isRead: true },
        signal,
      );
      return new Set(Array.isArray(response.permissions) ? response.permissions.map(String) : []);
    },
    async rolePermissions(role, signal) {
      const path = `/v1/projects/${inProject}/roles/${encodeURIComponent(role)}`;
      const found = await api.find({ service: 'iam', method: 'GET', path }, signal);
      if (!found || found.deleted === true) return undefined;
      return Array.isArray(found.includedPermissions) ? found.includedPermissions.map(String) : [];
    },
    async run(operation, { signal }) {
      const call = operation.kind === 'call' ? calls[operation.call] : undefined;
      if (operation.kind !== 'call' || !call) {
        throw new PlatformError({ failureClass: 'internal', message: `There is no call "${operation.text}".` });
      }
      await call(operation.reveal(), signal);
      return {};
    },
  };
}

/** Returns the cells of the first row. Source: BigQuery REST reference, "Method: jobs.query". */
function cellsOf({ jobComplete, rows }: ResponseBody): readonly string[] {
  if (jobComplete !== true) {
    throw new PlatformError({ failureClass: 'timeout', message: 'BigQuery did not finish the query in time.' });
  }
  const [row] = objectsIn(rows);
  return objectsIn(row?.f).map(({ v }) => String(v));
}
