import { timingSafeEqual } from 'node:crypto';
import { errorFacts } from '../../kernel/errors/error-facts.ts';
import { ofTenant } from '../../kernel/events/typed-events.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { Principal } from '../principals/principal.ts';
import { createFailedAttempts } from './failed-attempts.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';

/** The resolution of the time of last use, in milliseconds: otherwise each request would write. */
const LAST_USE_RESOLUTION_MS = 60_000;

/** Restrictions of a look-up. */
interface LookUpOptions {
  /** The origin of the call, such as an address. */
  readonly source?: string | undefined;
  /** The only tenant whose keys are accepted. @default keys of all tenants */
  readonly tenant?: string;
}

/**
 * Returns the principal of a key with the key's tenant; undefined when the key is unknown, expired or revoked. Wrong keys are
 * counted over all tenants.
 *
 * @throws ServiceError `RATE_LIMITED`
 */
export type LookUpApiKey = (key: string, options?: LookUpOptions) => Promise<Principal | undefined>;

/** Creates the look-up of an instance. Hashes are unique over all tenants, so a key determines its tenant. */
export function createApiKeyLookUp({
  store,
  clock,
  logger,
}: {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly logger: Logger;
}): LookUpApiKey {
  const failedAttempts = createFailedAttempts(clock);
  let isFailing = false;

  const find = async (key: string): Promise<OwnedRow<'apiKeys'> | undefined> => {
    if (!isWellFormedKey(key)) return undefined;
    const hash = hashKey(key);
    const [row] = await store.find('apiKeys', { where: { hash } });
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
    return row.revokedAt === null && (row.expiresAt === null || row.expiresAt > clock.now()) ? row : undefined;
  };

  /** Never rejects: a caller can read although nothing can be written, for example because the disk is full. */
  const touch = async ({ id, lastUsedAt }: OwnedRow<'apiKeys'>): Promise<void> => {
    if (lastUsedAt !== null && clock.now() - lastUsedAt < LAST_USE_RESOLUTION_MS) return;
    try {
      await store.update('apiKeys', { id }, { lastUsedAt: clock.now() });
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn('The last use of API keys could not be stored.', { ...errorFacts(error) });
      isFailing = true;
    }
  };

  return async (key, { source, tenant } = {}) => {
    const row = await find(key);
    if (!row || (tenant !== undefined && row.tenant !== tenant)) {
      failedAttempts.count(key, source);
      return undefined;
    }
    await touch(row);
    return principalOf(row);
  };
}

function principalOf(row: OwnedRow<'apiKeys'>): Principal {
  const { tenant, id, principalId, principalName, permissions, groups, expiresAt } = row;
  const apiKey = expiresAt === null ? { id } : { id, expiresAt: isoTime(expiresAt) };
  return { id: principalId, name: principalName, permissions, groups, apiKey, ...ofTenant(tenant) };
}
