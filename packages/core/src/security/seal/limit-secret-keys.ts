import { errorFacts } from '../../kernel/errors/error-facts.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { createTimedCalls } from '../../kernel/time/timed-calls.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';

/** Dependencies of {@link limitSecretKeys}. */
export interface LimitedKeysDependencies {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly logger: Logger;
}

/** Milliseconds for which a key that did not arrive is not asked for again. */
const PAUSE_MS = 30_000;
/** Milliseconds before a failure of the same call is logged again. */
const LOG_INTERVAL_MS = 15 * MINUTE_MS;

/**
 * Returns the same keys with a limit on the time of each call. The reason of a failure is in the log, at most four times an hour for each
 * key: callers get an error that names only the key.
 */
export function limitSecretKeys(secretKeys: SecretKeys, { clock, logger }: LimitedKeysDependencies): SecretKeys {
  const timed = createTimedCalls(clock, PAUSE_MS);
  const loggedAt = new Map<string, number>();

  const logFailure = (name: string, subject: Readonly<Record<string, string>>, error: unknown): void => {
    const now = clock.monotonic();
    for (const [logged, at] of loggedAt) if (now - at >= LOG_INTERVAL_MS) loggedAt.delete(logged);
    const call = `${name} ${Object.values(subject)}`;
    if (loggedAt.has(call)) return;
    loggedAt.set(call, now);
    logger.error('The secret keys of the host failed.', { function: name, ...subject, ...errorFacts(error) });
  };
  const logged = async <Value>(name: string, subject: Readonly<Record<string, string>>, call: Promise<Value>) => {
    try {
      return await call;
    } catch (error) {
      logFailure(name, subject, error);
      throw error;
    }
  };

  return {
    get currentKeyId() {
      return secretKeys.currentKeyId;
    },
    key: (id) =>
      logged(
        'secretKeys.key',
        { keyId: id },
        timed('secretKeys.key', id, async () => required(await secretKeys.key(id))),
      ),
    ...(secretKeys.keyFor && {
      keyFor: (tenant: string) =>
        logged(
          'secretKeys.keyFor',
          { tenant },
          timed('secretKeys.keyFor', tenant, () => secretKeys.keyFor?.(tenant)),
        ),
    }),
  };
}

/** Refuses the result of a function that knows no such key and returns nothing, as a look-up in a map does. */
function required(key: Uint8Array | undefined): Uint8Array {
  if (!key) throw new Error('secretKeys.key returned no key.');
  return key;
}
