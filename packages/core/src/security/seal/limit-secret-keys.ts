import { createTimedCalls } from '../../kernel/time/timed-calls.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';

/** Milliseconds for which a key that did not arrive is not asked for again. */
const SILENCE_MS = 30_000;

/** Returns the same keys with a limit on the time of each call. */
export function limitSecretKeys(secretKeys: SecretKeys, clock: Pick<Clock, 'after' | 'monotonic'>): SecretKeys {
  const timed = createTimedCalls(clock, SILENCE_MS);
  return {
    get currentKeyId() {
      return secretKeys.currentKeyId;
    },
    key: (id) => timed('secretKeys.key', id, () => secretKeys.key(id)),
    ...(secretKeys.keyFor && {
      keyFor: (tenant: string) => timed('secretKeys.keyFor', tenant, () => secretKeys.keyFor?.(tenant)),
    }),
  };
}
