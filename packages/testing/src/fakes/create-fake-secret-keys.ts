import type { SecretKeys } from '@portcullis/core';

/** {@link SecretKeys} that a test can rotate and lose. Never use them for real secrets: anyone can compute the keys. */
export interface FakeSecretKeys extends SecretKeys {
  /** The ids of the requested keys, in order. */
  readonly asked: readonly string[];
  /** Seals with another key from now on; earlier keys remain. */
  rotate(id: string): void;
  /** Loses a key: values that were sealed with it can no longer be opened. */
  lose(id: string): void;
}

/**
 * Creates fake keys, each derived from its id.
 *
 * @param current - the id of the first key. @default 1
 */
export function createFakeSecretKeys(current = '1'): FakeSecretKeys {
  const known = new Set([current]);
  const asked: string[] = [];
  let id = current;
  return {
    asked,
    get currentKeyId() {
      return id;
    },
    async key(wanted) {
      asked.push(wanted);
      if (!known.has(wanted)) throw new Error(`The key ${wanted} is lost or has never existed.`);
      return Uint8Array.from({ length: 32 }, (_, index) => (wanted.charCodeAt(index % wanted.length) + index) % 256);
    },
    rotate(next) {
      known.add(next);
      id = next;
    },
    lose: (lost) => void known.delete(lost),
  };
}
