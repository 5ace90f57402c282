import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { createRateLimiter } from '../../kernel/time/rate-limiter.ts';
import { hashKey, isWellFormedKey } from '../../security/api-keys/key-format.ts';
import type { Engine } from '../context/engine.ts';

/** Recognises the keys that platforms call with. */
export type RecogniseKey = (
  key: string,
  options?: { readonly source?: string | undefined },
) => Promise<{ readonly integrationId: number } | undefined>;

/** Wrong keys a minute and source. A cluster with an old key asks more often, and is refused either way. */
const WRONG_KEYS = 30;
const MINUTE_MS = 60_000;

/**
 * Makes the function that says which integration a key belongs to: in constant time beyond the index look-up of its hash.
 * Who sent too many wrong keys lately is refused before anything is looked up; right keys are not counted.
 */
export function createKeyRecognition(engine: Engine): RecogniseKey {
  const { clock, store, registry } = engine;
  const wrong = createRateLimiter<string>(clock, WRONG_KEYS, MINUTE_MS);
  const prefixes = registry
    .all()
    .flatMap((definition) => (definition.clientSetup ? [definition.clientSetup.keyPrefix] : []));

  const find = async (key: string): Promise<{ readonly integrationId: number } | undefined> => {
    if (!prefixes.some((prefix) => isWellFormedKey(key, prefix))) return undefined;
    const hash = hashKey(key);
    const [row] = await store.find('integrationKeys', { where: { hash } });
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
    const isValid = row.validUntil === null || row.validUntil > clock.now();
    return isValid ? { integrationId: row.integrationId } : undefined;
  };

  return async (key, { source = '' } = {}) => {
    refuseHaste(wrong.wait(source));
    const found = await find(key);
    if (!found) wrong.take(source);
    return found;
  };
}

function refuseHaste(waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new ServiceError('RATE_LIMITED', `Too many wrong integration keys: try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}
