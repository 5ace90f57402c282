import { PlatformError } from '@portcullis/plugin-api';
import { routineMarkOf, VIEWS_LABEL } from '../objects/views-label.ts';
import type { Api } from './api.ts';
import { datasetPath, getDataset } from './dataset-calls.ts';
import { listModels, listRoutines, listTables } from './list-calls.ts';

/** The input of `datasets.deleteViews`. */
export interface ViewsDatasetDeletion {
  readonly datasetId: string;
  /** The value of the label that identifies the owner. */
  readonly owner: string;
}

const VIEWS: readonly string[] = ['VIEW', 'MATERIALIZED_VIEW'];

/**
 * Deletes a dataset that the host created for views, with the views and functions of the host, which can be created again.
 * A dataset that also contains tables, models, or foreign views and functions is not deleted.
 *
 * @throws PlatformError `not-found` when there is none, `invalid-input` if it does not have the label or has contents
 * other than views of the host.
 */
export async function deleteViewsDataset(
  api: Api,
  project: string,
  { datasetId, owner }: ViewsDatasetDeletion,
  signal: AbortSignal,
): Promise<void> {
  const dataset = await getDataset(api, project, datasetId, signal);
  if (!dataset) {
    throw new PlatformError({ failureClass: 'not-found', message: `The dataset ${datasetId} does not exist.` });
  }
  if (dataset.labels[VIEWS_LABEL] !== owner) {
    throw refusal(`The dataset ${datasetId} does not have the label of this integration, so it is not changed.`);
  }
  const other =
    (await irreplaceableTable(api, project, { datasetId, owner }, signal)) ??
    (await foreignRoutine(api, project, { datasetId, owner }, signal)) ??
    (await anyModel(api, project, datasetId, signal));
  if (other) {
    throw refusal(
      `The dataset ${datasetId} contains ${other.name}, which is not a view of this integration (${other.type}), so the dataset is not deleted. Move ${other.name} elsewhere, then try again.`,
    );
  }
  const path = `${datasetPath(project, datasetId)}?deleteContents=true`;
  await api.call({ service: 'bigquery', method: 'DELETE', path }, signal);
}

/** An object in the dataset that cannot be created again. */
interface Irreplaceable {
  readonly name: string;
  readonly type: string;
}

/** Returns a table, or a view without the label that the host puts on its views. */
async function irreplaceableTable(
  api: Api,
  project: string,
  { datasetId, owner }: ViewsDatasetDeletion,
  signal: AbortSignal,
): Promise<Irreplaceable | undefined> {
  const tables = await listTables(api, project, datasetId, signal);
  return tables.find(({ type, labels }) => !VIEWS.includes(type) || labels[VIEWS_LABEL] !== owner);
}

async function foreignRoutine(
  api: Api,
  project: string,
  { datasetId, owner }: ViewsDatasetDeletion,
  signal: AbortSignal,
): Promise<Irreplaceable | undefined> {
  const routines = await listRoutines(api, project, datasetId, signal);
  const foreign = routines.find(({ description }) => !description.endsWith(routineMarkOf(owner)));
  return foreign && { name: foreign.name, type: 'ROUTINE' };
}

async function anyModel(
  api: Api,
  project: string,
  datasetId: string,
  signal: AbortSignal,
): Promise<Irreplaceable | undefined> {
  const [model] = await listModels(api, project, datasetId, signal);
  return model && { name: model.name, type: 'MODEL' };
}

function refusal(message: string): PlatformError {
  return new PlatformError({ failureClass: 'invalid-input', message });
}
