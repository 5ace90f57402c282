import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { PlatformSession } from '../connection/platform-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { normalizedRules } from '../objects/access.ts';
import { OBJECT_KEYS } from '../objects/blueprint.ts';
import { readAccount } from './read-account.ts';

type Send = (...command: readonly string[]) => Promise<unknown>;
type ObservationResult = Omit<Observation, 'key'>;

/** The observer of each object, by its key. Keep the keys of objects that only older versions of the plugin created. */
const OBSERVERS: Readonly<Record<string, (object: ObservedObject, send: Send) => Promise<ObservationResult>>> = {
  [OBJECT_KEYS.serviceAccount]: observeServiceAccount,
};

/** Observes the objects. An object that is not visible to the account is `unknown`, never `absent`. */
export async function observe(
  session: PlatformSession,
  objects: readonly ObservedObject[],
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly Observation[]> {
  const send: Send = (...command) => session.send(command, { signal });
  const observations: Observation[] = [];
  for (const object of objects) {
    const seen = await OBSERVERS[object.key]?.(object, send);
    observations.push({ key: object.key, ...(seen ?? { state: 'unknown' }) });
  }
  return observations;
}

async function observeServiceAccount(object: ObservedObject, send: Send): Promise<ObservationResult> {
  const reply = await permitted(send('ACL', 'GETUSER', object.name));
  if (reply === REFUSED) return observeItself(object, send);
  const account = readAccount(reply);
  if (!account) return { state: 'absent' };
  if (!account.channels.includes(object.mark)) return { state: 'foreign' };
  return { state: 'ours', values: { commands: normalizedRules(account.commands) } };
}

/**
 * Observes the service account as itself. It may not read accounts, since it would see the digests of all passwords. It
 * can read its own name, and has our mark if it may publish to the channel of the mark.
 */
async function observeItself({ name, mark }: ObservedObject, send: Send): Promise<ObservationResult> {
  if ((await permitted(send('ACL', 'WHOAMI'))) !== name) return { state: 'unknown' };
  return { state: (await permitted(send('PUBLISH', mark, ''))) === REFUSED ? 'foreign' : 'ours' };
}

/** The reply to a command that the account may not run. */
const REFUSED = Symbol('refused');

async function permitted(reply: Promise<unknown>): Promise<unknown> {
  try {
    return await reply;
  } catch (error) {
    if (classifyError(error)?.class === 'missing-grant') return REFUSED;
    throw error;
  }
}
