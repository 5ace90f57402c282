import { createHash } from 'node:crypto';

/** The beginning of every mark. */
const MARK_PREFIX = 'portcullis';

/**
 * The mark that an object of ours has on its platform: instance, target and key. No integration id is in it, because none
 * exists when a script is made.
 *
 * @returns `portcullis:<instance id>:<16 hexadecimal digits of the target>:<key>`, at most 120 ASCII characters.
 */
export function markOf(instanceId: string, type: string, identity: readonly string[], key: string): string {
  return createMarks(instanceId, type, identity)(key);
}

/** The marks of one target, by key: see {@link markOf}. */
export function createMarks(instanceId: string, type: string, identity: readonly string[]): (key: string) => string {
  const target = createHash('sha256')
    .update(JSON.stringify([type, ...identity]))
    .digest('hex')
    .slice(0, 16);
  return (key) => `${MARK_PREFIX}:${instanceId}:${target}:${key}`.slice(0, 120);
}

/** The salt of a secret slot: derives from instance, target and slot, so that the same statement is written each time. */
export function saltOf(instanceId: string, identity: readonly string[], slot: string): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(['salt', instanceId, ...identity, slot]))
    .digest()
    .subarray(0, 16);
}
