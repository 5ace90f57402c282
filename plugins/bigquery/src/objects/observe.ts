import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { BigQueryConfig } from '../config/config-schema.ts';
import type { BigQuerySession } from '../connection/bigquery-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { NEEDED_PERMISSIONS } from '../permissions.ts';
import { MARK_LABEL, markLabel } from './mark-label.ts';
import { OBJECT_KEYS } from './object-keys.ts';

interface ObservationRequest {
  readonly session: BigQuerySession;
  readonly object: ObservedObject;
  readonly config: BigQueryConfig;
  readonly signal: AbortSignal;
}

type ObservationResult = Omit<Observation, 'key'>;

/** The observer of each object, by its key. */
const OBSERVERS: Readonly<Record<string, (request: ObservationRequest) => Promise<ObservationResult>>> = {
  [OBJECT_KEYS.role]: observeRole,
  [OBJECT_KEYS.binding]: observeBinding,
  [OBJECT_KEYS.dataset]: observeDataset,
};

/** Observes each object with one call. */
export async function observe(
  session: BigQuerySession,
  objects: readonly ObservedObject[],
  context: { readonly config: BigQueryConfig; readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const observations = objects.map(async (object): Promise<Observation> => {
    const seen = await OBSERVERS[object.key]?.({ session, object, ...context }).catch(unknownIfHidden);
    return { key: object.key, ...(seen ?? { state: 'unknown' }) };
  });
  return Promise.all(observations);
}

/**
 * Returns `unknown` for an error that hides the object. The platform distinguishes "does not exist" from "not allowed";
 * only the first means absent.
 */
function unknownIfHidden(error: unknown): ObservationResult {
  if (['missing-grant', 'unsupported'].includes(classifyError(error)?.class ?? '')) return { state: 'unknown' };
  throw error;
}

async function observeRole({ session, config, signal }: ObservationRequest): Promise<ObservationResult> {
  // An administrator has created the role: it does not have our mark, and is never changed.
  return { state: (await session.rolePermissions(config.role, signal)) ? 'foreign' : 'absent' };
}

/** Observes the binding by its permissions: only administrators can see the binding itself. */
async function observeBinding({ session, signal }: ObservationRequest): Promise<ObservationResult> {
  const names = NEEDED_PERMISSIONS.map(({ name }) => name);
  const granted = await session.grantedPermissions(names, signal);
  return { state: names.every((name) => granted.has(name)) ? 'foreign' : 'unknown' };
}

async function observeDataset({ session, object, signal }: ObservationRequest): Promise<ObservationResult> {
  const dataset = await session.dataset(object.name, signal);
  if (!dataset) return { state: 'absent' };
  const isOurs = dataset.labels[MARK_LABEL] === markLabel(object.mark);
  return { state: isOurs ? 'ours' : 'foreign', platformId: dataset.id, values: { location: dataset.location } };
}
