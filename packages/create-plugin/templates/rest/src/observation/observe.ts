import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { PlatformCalls, PlatformSession } from '../connection/platform-session.ts';
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
  [OBJECT_KEYS.readers]: observeReaders,
  [OBJECT_KEYS.space]: observeSpace,
  [OBJECT_KEYS.spaceReaders]: observeSpaceReaders,
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

/** Observes the group, which does not have our mark, because other services use it too. */
async function observeReaders({ calls, object, signal }: ObservationRequest): Promise<ObservationResult> {
  return { state: (await calls.hasGroup(object.name, signal)) ? 'foreign' : 'absent' };
}

async function observeSpace({ calls, object, signal }: ObservationRequest): Promise<ObservationResult> {
  const space = await calls.space(object.name, signal);
  if (!space) return { state: 'absent' };
  const { id: platformId, mark, retentionDays } = space;
  return mark === object.mark
    ? { state: 'ours', platformId, values: { retentionDays } }
    : { state: 'foreign', platformId };
}

/** The grant has no mark: it is ours if it exists, because its name contains its owner. */
async function observeSpaceReaders({ calls, object, config, signal }: ObservationRequest): Promise<ObservationResult> {
  const group = object.name.slice(0, -` in ${config.space}`.length);
  return { state: (await calls.isReader(config.space, group, signal)) ? 'ours' : 'absent' };
}
