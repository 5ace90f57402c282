import { timingSafeEqual } from 'node:crypto';
import { createFailedAttempts } from '../../security/api-keys/failed-attempts.ts';
import { hashKey, isWellFormedKey } from '../../security/api-keys/key-format.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';

/** Recognises the keys that platforms call with. */
export type RecogniseKey = (
  key: string,
  options?: { readonly source?: string | undefined },
) => Promise<{ readonly integrationId: number } | undefined>;

/**
 * Makes the function that says which integration a key belongs to: in constant time beyond the index look-up of its hash.
 * Wrong keys are counted, and after too many answered with how long to wait; a right key is answered all the same.
 */
export function createKeyRecognition(
  engine: Pick<IntegrationDependencies, 'registry' | 'store' | 'clock'>,
): RecogniseKey {
  const { clock, store, registry } = engine;
  const failedAttempts = createFailedAttempts(clock);
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

  return async (key, { source } = {}) => {
    const found = await find(key);
    if (!found) failedAttempts.count(key, source);
    return found;
  };
}
