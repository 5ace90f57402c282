import type { InventoryItem, Observation, ObservedObject } from '@portcullis/plugin-api';
import type { S3Config } from '../config/config-schema.ts';
import type { AwsCalls } from '../connection/aws-calls.ts';
import type { S3Session } from '../connection/s3-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { parseRoleArn } from '../regions/arns.ts';
import { findLocation } from './find-location.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { MARK_TAG } from './tags.ts';

interface ObservationRequest {
  readonly aws: AwsCalls;
  readonly object: ObservedObject;
  readonly signal: AbortSignal;
}

type ObservationResult = Omit<Observation, 'key'>;

/** The observer of each object, by its key. */
const OBSERVERS: Readonly<Record<string, (request: ObservationRequest) => Promise<ObservationResult>>> = {
  [OBJECT_KEYS.instance]: observeInstance,
  [OBJECT_KEYS.role]: observeRole,
  [OBJECT_KEYS.location]: observeLocation,
};

/** Observes each object. An object that a missing permission hides is unknown, never absent. */
export async function observe(
  { aws }: S3Session,
  objects: readonly ObservedObject[],
  { signal }: { readonly config: S3Config; readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const observations = objects.map(async (object): Promise<Observation> => {
    const seen = await OBSERVERS[object.key]?.({ aws, object, signal }).catch(unknownIfHidden);
    return { key: object.key, ...(seen ?? { state: 'unknown' }) };
  });
  return Promise.all(observations);
}

function unknownIfHidden(error: unknown): ObservationResult {
  if (classifyError(error)?.class === 'missing-grant') return { state: 'unknown' };
  throw error;
}

/**
 * Observes the instance, which does not have our mark: an administrator has created it, and other integrations use it.
 */
async function observeInstance({ aws, signal }: ObservationRequest): Promise<ObservationResult> {
  const arn = await aws.instance(signal);
  return arn === undefined ? { state: 'absent' } : { state: 'foreign', platformId: arn };
}

async function observeRole({ aws, object, signal }: ObservationRequest): Promise<ObservationResult> {
  const arn = parseRoleArn(object.name);
  if (!arn) return { state: 'unknown' };
  const role = await aws.role(arn.name, signal);
  if (!role) return { state: 'absent' };
  // IAM finds a role by its name; a role with another path is a different role.
  return role.arn === object.name ? { state: 'foreign', platformId: role.arn } : { state: 'absent' };
}

async function observeLocation({ aws, object, signal }: ObservationRequest): Promise<ObservationResult> {
  const location = await findLocation(aws, object.name, signal);
  if (!location) return { state: 'absent' };
  const { arn, role } = location;
  const tags = await aws.tags(arn, signal);
  if (!tags) return { state: 'absent' };
  const isOurs = tags[MARK_TAG] === object.mark;
  return { state: isOurs ? 'ours' : 'foreign', platformId: arn, values: { role } };
}

/** Lists the locations with a mark of this service. */
export async function inventory(
  { aws }: S3Session,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const found: InventoryItem[] = [];
  // One after another, because AWS limits the requests of an account, which it shares with other applications.
  for (const { arn, path } of await aws.locations(signal)) {
    const mark = (await aws.tags(arn, signal))?.[MARK_TAG];
    if (mark?.startsWith(markPrefix)) found.push({ kind: 'registered location', name: path, mark, platformId: arn });
  }
  return found;
}
