import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import { databaseName } from '../names/object-names.ts';
import { createAccountView } from './account-view.ts';
import { OBSERVERS } from './observers.ts';

/** Observes objects one by one, with lists filtered by name, and one list of grants for all. */
export async function observe(
  session: SnowflakeSession,
  objects: readonly ObservedObject[],
  { config, signal }: { readonly config: SnowflakeConfig; readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const view = createAccountView(session, signal);
  const database = databaseName(config);
  const observations: Observation[] = [];
  for (const object of objects) {
    const seen = await OBSERVERS[object.key]?.({ view, object, database });
    observations.push({ key: object.key, ...(seen ?? { state: 'unknown' }) });
  }
  return observations;
}
