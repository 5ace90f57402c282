import { PlatformError } from '@portcullis/plugin-api';
import { MARK_LABEL } from '../objects/mark-label.ts';
import type { Api } from './api.ts';
import type { Dataset } from './bigquery-session.ts';
import { isResponseBody } from './response-body.ts';

/** The input of `datasets.insert`. */
export interface DatasetInsertion {
  readonly projectId: string;
  readonly datasetId: string;
  readonly location: string;
  readonly description: string;
  readonly label: string;
}

/** The input of `datasets.delete`: a dataset without the label is not deleted. */
export type DatasetDeletion = Pick<DatasetInsertion, 'projectId' | 'datasetId' | 'label'>;

/**
 * Reads a dataset, without its access controls: seeing these needs another permission. Sources: BigQuery REST reference,
 * "Method: datasets.get", DatasetView; "Changes to dataset-level access controls".
 */
export async function getDataset(
  api: Api,
  projectId: string,
  datasetId: string,
  signal: AbortSignal,
): Promise<Dataset | undefined> {
  const path = `${datasetPath(projectId, datasetId)}?datasetView=METADATA`;
  const found = await api.find({ service: 'bigquery', method: 'GET', path }, signal);
  return (
    found && {
      id: String(found.id),
      location: String(found.location),
      description: typeof found.description === 'string' ? found.description : '',
      labels: labelsOf(found.labels),
    }
  );
}

/** Creates a dataset with our label. Source: "Method: datasets.insert". */
export async function insertDataset(api: Api, input: DatasetInsertion, signal: AbortSignal): Promise<void> {
  const { projectId, datasetId, location, description, label } = input;
  const body = { datasetReference: { projectId, datasetId }, location, description, labels: { [MARK_LABEL]: label } };
  await api.call({ service: 'bigquery', method: 'POST', path: datasetPath(projectId), body }, signal);
}

/**
 * Deletes our dataset with its contents. Source: "Method: datasets.delete".
 *
 * @throws PlatformError `not-found` if there is none, `invalid-input` if it does not have our label.
 */
export async function deleteDataset(api: Api, input: DatasetDeletion, signal: AbortSignal): Promise<void> {
  const { projectId, datasetId, label } = input;
  const dataset = await getDataset(api, projectId, datasetId, signal);
  if (!dataset) {
    throw new PlatformError({ failureClass: 'not-found', message: `The dataset ${datasetId} does not exist.` });
  }
  if (dataset.labels[MARK_LABEL] !== label) {
    const message = `The dataset ${datasetId} does not have the label of this integration, so it is not changed.`;
    throw new PlatformError({ failureClass: 'invalid-input', message });
  }
  const path = `${datasetPath(projectId, datasetId)}?deleteContents=true`;
  await api.call({ service: 'bigquery', method: 'DELETE', path }, signal);
}

/** Returns the path of a dataset, or of all datasets of a project. */
export function datasetPath(projectId: string, datasetId?: string): string {
  const datasets = `/bigquery/v2/projects/${encodeURIComponent(projectId)}/datasets`;
  return datasetId === undefined ? datasets : `${datasets}/${encodeURIComponent(datasetId)}`;
}

/** Returns the labels in a response: none if it contains none. */
export function labelsOf(labels: unknown): Readonly<Record<string, string>> {
  return isResponseBody(labels) ? (labels as Record<string, string>) : {};
}
