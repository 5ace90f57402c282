import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { RedshiftSession } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { registrySchemaName, siblingMark } from '../names/object-names.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { createMarkReader } from './mark-reader.ts';
import { type Observer, UNKNOWN } from './observation-request.ts';
import { observeDatabasePrivileges, observeImpersonationAccess, observeRegistryAccess } from './observe-grants.ts';
import { observeAccount, observeDatabase, observeRole } from './observe-marked.ts';
import {
  observeImpersonate,
  observeImpersonationTable,
  observeMetadataSchema,
  observeStopImpersonating,
  observeViewSchema,
} from './observe-owned.ts';
import { observeRegistry } from './observe-registry.ts';

/** The observer of each object, by its key. */
const OBSERVERS: Readonly<Record<string, Observer>> = {
  [OBJECT_KEYS.registry]: observeRegistry,
  [OBJECT_KEYS.database]: observeDatabase,
  [OBJECT_KEYS.serviceAccount]: observeAccount,
  [OBJECT_KEYS.registryAccess]: observeRegistryAccess,
  [OBJECT_KEYS.databasePrivileges]: observeDatabasePrivileges,
  [OBJECT_KEYS.impersonationRole]: observeRole,
  [OBJECT_KEYS.metadataSchema]: observeMetadataSchema,
  [OBJECT_KEYS.viewSchema]: observeViewSchema,
  [OBJECT_KEYS.impersonationTable]: observeImpersonationTable,
  [OBJECT_KEYS.impersonate]: observeImpersonate,
  [OBJECT_KEYS.stopImpersonating]: observeStopImpersonating,
  [OBJECT_KEYS.impersonationAccess]: observeImpersonationAccess,
};

/** Observes the objects of one stage, with one small query for each, and one for all marks. */
export async function observe(
  session: RedshiftSession,
  objects: readonly ObservedObject[],
  context: { readonly config: RedshiftConfig; readonly signal: AbortSignal },
  engine: Engine,
): Promise<readonly Observation[]> {
  const { config, signal } = context;
  const [first] = objects;
  if (!first) return [];
  const registryMark = siblingMark(first.mark, first.key, OBJECT_KEYS.registry);
  const registry = registrySchemaName(config.database, registryMark, engine);
  const marks = createMarkReader(session, { schema: registry, mark: registryMark }, signal);
  const observations: Observation[] = [];
  for (const object of objects) {
    const request = {
      session,
      engine,
      object,
      database: config.database,
      account: session.serviceAccount,
      registry,
      marks,
      signal,
    };
    const result = (await OBSERVERS[object.key]?.(request)) ?? UNKNOWN;
    observations.push({ key: object.key, ...result });
  }
  return observations;
}
