import { callInTime } from '../../kernel/time/call-in-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';

/** Milliseconds that a key may take. */
const KEY_MS = 10_000;

/** Returns the same keys with a limit on the time of each call. */
export function limitSecretKeys(secretKeys: SecretKeys, clock: Pick<Clock, 'after'>): SecretKeys {
  const milliseconds = KEY_MS;
  return {
    get currentKeyId() {
      return secretKeys.currentKeyId;
    },
    key: (id) => callInTime(clock, { milliseconds, name: 'secretKeys.key', call: () => secretKeys.key(id) }),
    ...(secretKeys.keyFor && {
      keyFor: (tenant: string) =>
        callInTime(clock, { milliseconds, name: 'secretKeys.keyFor', call: () => secretKeys.keyFor?.(tenant) }),
    }),
  };
}
