import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { NamedObject, PlatformCalls, PlatformSession } from '../connection/platform-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';

/** The input for observing one object. */
interface ObservationRequest {
  readonly calls: PlatformCalls;
  readonly object: ObservedObject;
  readonly config: Config;
  readonly signal: AbortSignal;
}

type ObservationResult = Omit<Observation, 'key'>;

/** The observer of each object, by its key. Keep the keys of objects that only older versions of the plugin created. */
const OBSERVERS: Readonly<Record<string, (request: ObservationRequest) => Promise<ObservationResult>>> = {
  async [OBJECT_KEYS.catalog]({ calls, object, signal }) {
    // It does not have our mark, because others use it too.
    return { state: (await calls.catalog(object.name, signal)) ? 'foreign' : 'absent' };
  },
  [OBJECT_KEYS.role]: async ({ calls, object, signal }) => marked(await calls.role(object.name, signal), object),
  [OBJECT_KEYS.catalogGrant]: observeGrant,
  [OBJECT_KEYS.serviceAccount]: async ({ calls, object, signal }) =>
    marked(await calls.serviceAccount(object.name, signal), object),
};

/** Observes each object. An object that a missing permission hides is unknown, never absent. */
export async function observe(
  { calls }: PlatformSession,
  objects: readonly ObservedObject[],
  { config, signal }: { readonly config: Config; readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const observations = objects.map(async (object): Promise<Observation> => {
    const seen = await OBSERVERS[object.key]?.({ calls, object, config, signal }).catch(unknownIfHidden);
    return { key: object.key, ...(seen ?? { state: 'unknown' }) };
  });
  return Promise.all(observations);
}

function unknownIfHidden(error: unknown): ObservationResult {
  if (classifyError(error)?.class === 'missing-grant') return { state: 'unknown' };
  throw error;
}

function marked(found: NamedObject | undefined, { mark }: ObservedObject): ObservationResult {
  if (!found) return { state: 'absent' };
  return { state: found.mark === mark ? 'ours' : 'foreign', platformId: found.id };
}

/** The grant has no mark: it belongs to the role. Two grants show two privileges, which no config has. */
async function observeGrant({ calls, config, signal }: ObservationRequest): Promise<ObservationResult> {
  const role = await calls.role(config.role, signal);
  const catalog = await calls.catalog(config.catalog, signal);
  if (!role || !catalog) return { state: 'absent' };
  const found = (await calls.grants(role.id, signal)).filter(({ catalogId }) => catalogId === catalog.id);
  if (found.length === 0) return { state: 'absent' };
  const privileges = found.map(({ privilege }) => privilege).toSorted();
  return { state: 'ours', values: { privilege: privileges.join(' and ') } };
}
