import { createHash } from 'node:crypto';

/** The beginning of every mark. */
const MARK_PREFIX = 'portcullis';

/**
 * Returns the mark of our object on its platform: instance, target and key. It contains no integration id, because none exists
 * when a script is rendered.
 *
 * @returns `portcullis:<instance id>:<16 hexadecimal digits of the target>:<key>`, at most 120 ASCII characters.
 */
export function markOf(instanceId: string, type: string, identity: readonly string[], key: string): string {
  return createMarks(instanceId, type, identity)(key);
}

/** Returns the function that returns the marks of one target, by key: see {@link markOf}. */
export function createMarks(instanceId: string, type: string, identity: readonly string[]): (key: string) => string {
  const target = createHash('sha256')
    .update(JSON.stringify([type, ...identity]))
    .digest('hex')
    .slice(0, 16);
  return (key) => `${MARK_PREFIX}:${instanceId}:${target}:${key}`.slice(0, 120);
}

/** Returns the salt of a secret slot. It derives from instance, target and slot, so that the statement is the same each time. */
export function saltOf(instanceId: string, identity: readonly string[], slot: string): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(['salt', instanceId, ...identity, slot]))
    .digest()
    .subarray(0, 16);
}
