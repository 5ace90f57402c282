import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import type { DatabricksSession } from '../connection/databricks-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { OBSERVERS, type ObservationResult } from './observers.ts';

/** Observes objects over the REST interface, which needs no warehouse. */
export async function observe(
  session: DatabricksSession,
  objects: readonly ObservedObject[],
  { config, signal }: { readonly config: DatabricksConfig; readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const observations = objects.map(async (object): Promise<Observation> => {
    const request = { session, object, catalog: config.catalog, signal };
    const seen = await OBSERVERS[object.key]?.(request).catch(unknownIfHidden);
    return { key: object.key, ...(seen ?? { state: 'unknown' }) };
  });
  return Promise.all(observations);
}

/**
 * Returns `unknown` for an error that hides the object. For a principal without access, the response is a refusal or
 * "not found".
 */
function unknownIfHidden(error: unknown): ObservationResult {
  if (['missing-grant', 'not-found', 'unsupported'].includes(classifyError(error)?.class ?? ''))
    return { state: 'unknown' };
  throw error;
}
