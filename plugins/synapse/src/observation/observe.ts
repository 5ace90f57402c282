import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import type { SynapseSession } from '../connection/synapse-session.ts';
import { siblingMark } from '../names/sibling-mark.ts';
import { blueprintOf } from '../objects/blueprint.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { type Observer, UNKNOWN } from './observation-request.ts';
import { observeDatabaseAccess, observeImpersonationAccess } from './observe-access.ts';
import { observeLogin, observeRole, observeUser } from './observe-principals.ts';
import { observeSchema } from './observe-schema.ts';
import { observeProcedure, observeProfileFormat, observeTable } from './observe-schema-objects.ts';

/** The observer of each object, by its key. */
const OBSERVERS: Readonly<Record<string, Observer>> = {
  [OBJECT_KEYS.login]: observeLogin,
  [OBJECT_KEYS.user]: observeUser,
  [OBJECT_KEYS.systemSchema]: observeSchema,
  [OBJECT_KEYS.procedureSchema]: observeSchema,
  [OBJECT_KEYS.viewSchema]: observeSchema,
  [OBJECT_KEYS.databaseAccess]: observeDatabaseAccess,
  [OBJECT_KEYS.userProfile]: observeTable,
  [OBJECT_KEYS.profileFormat]: observeProfileFormat,
  [OBJECT_KEYS.setUserProfile]: observeProcedure,
  [OBJECT_KEYS.removeUserProfile]: observeProcedure,
  [OBJECT_KEYS.impersonationRole]: observeRole,
  [OBJECT_KEYS.impersonations]: observeTable,
  [OBJECT_KEYS.impersonate]: observeProcedure,
  [OBJECT_KEYS.stopImpersonating]: observeProcedure,
  [OBJECT_KEYS.impersonationAccess]: observeImpersonationAccess,
};

/**
 * Observes the objects of one stage, with small queries on the catalog, which a pool answers without its compute nodes.
 */
export async function observe(
  session: SynapseSession,
  objects: readonly ObservedObject[],
  { config, signal }: { readonly config: SynapseConfig; readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const [first] = objects;
  if (!first) return [];
  // The names of the observed objects determine the account, so the mode of the blueprint does not matter.
  const mark = (key: string): string => siblingMark(first.mark, first.key, key);
  const blueprint = blueprintOf(config, { mode: 'automatic', mark });
  const observations: Observation[] = [];
  for (const object of objects) {
    const result = (await OBSERVERS[object.key]?.({ session, object, config, blueprint, signal })) ?? UNKNOWN;
    observations.push({ key: object.key, ...result });
  }
  return observations;
}
