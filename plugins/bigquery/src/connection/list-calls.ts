import { readPages } from '@portcullis/plugin-network';
import type { Api } from './api.ts';
import type { DatasetFilter, ListedDataset, ListedModel, ListedRoutine, ListedTable } from './bigquery-session.ts';
import { datasetPath, labelsOf } from './dataset-calls.ts';
import { isResponseBody, objectsIn } from './response-body.ts';

/** Lists datasets by a label, including hidden ones. Source: BigQuery REST reference, "Method: datasets.list". */
export async function listDatasets(
  api: Api,
  project: string,
  { label, value }: DatasetFilter,
  signal: AbortSignal,
): Promise<readonly ListedDataset[]> {
  const filter = `labels.${label}${value === undefined ? '' : `:${value}`}`;
  const found = await listAll(
    api,
    datasetPath(project),
    { member: 'datasets', query: { filter, all: 'true' } },
    signal,
  );
  return found.map(({ id, location, datasetReference }) => ({
    id: String(id),
    location: String(location),
    name: referencedId(datasetReference, 'datasetId'),
  }));
}

/** Lists the tables and views of a dataset. Source: "Method: tables.list". */
export async function listTables(
  api: Api,
  project: string,
  datasetId: string,
  signal: AbortSignal,
): Promise<readonly ListedTable[]> {
  const path = `${datasetPath(project, datasetId)}/tables`;
  const found = await listAll(api, path, { member: 'tables', query: {} }, signal);
  return found.map(({ type, tableReference, labels }) => ({
    type: String(type),
    name: referencedId(tableReference, 'tableId'),
    labels: labelsOf(labels),
  }));
}

/** Lists the functions and procedures of a dataset. Source: "Method: routines.list" (without a mask, it shows no descriptions). */
export async function listRoutines(
  api: Api,
  project: string,
  datasetId: string,
  signal: AbortSignal,
): Promise<readonly ListedRoutine[]> {
  const path = `${datasetPath(project, datasetId)}/routines`;
  const found = await listAll(api, path, { member: 'routines', query: { readMask: 'description' } }, signal);
  return found.map(({ routineReference, description }) => ({
    name: referencedId(routineReference, 'routineId'),
    description: typeof description === 'string' ? description : '',
  }));
}

/** Lists the models of BigQuery ML in a dataset. Source: "Method: models.list". */
export async function listModels(
  api: Api,
  project: string,
  datasetId: string,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const path = `${datasetPath(project, datasetId)}/models`;
  const found = await listAll(api, path, { member: 'models', query: {} }, signal);
  return found.map(({ modelReference, labels }) => ({
    name: referencedId(modelReference, 'modelId'),
    labels: labelsOf(labels),
  }));
}

function referencedId(reference: unknown, member: string): string {
  return isResponseBody(reference) ? String(reference[member]) : '';
}

interface ListOptions {
  /** The member of a page with the listed items; a page without items omits it. */
  readonly member: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Reads all pages. Source: Google Cloud documentation, "Read data with the BigQuery API using pagination". */
async function listAll(api: Api, path: string, { member, query }: ListOptions, signal: AbortSignal) {
  const read = (pageToken: string) => {
    const search = new URLSearchParams({ ...query, maxResults: '1000', ...(pageToken ? { pageToken } : {}) });
    return api.call({ service: 'bigquery', method: 'GET', path: `${path}?${search}` }, signal);
  };
  const pages = await readPages(read, (page) => page.nextPageToken);
  return pages.flatMap((page) => objectsIn(page[member]));
}
