import { timingSafeEqual } from 'node:crypto';
import { type OfTenant, ofTenant } from '../../kernel/events/typed-events.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { createFailedAttempts } from '../../security/api-keys/failed-attempts.ts';
import { hashKey, isWellFormedKey } from '../../security/api-keys/key-format.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';

/** Authenticates a platform by its integration key. */
export type AuthenticateKey = (
  key: string,
  options?: {
    readonly source?: string | undefined;
    /** The only tenant whose keys are valid. @default all tenants */
    readonly tenant?: string;
  },
) => Promise<AuthenticatedKey | undefined>;

/** The integration that a key belongs to. */
export interface AuthenticatedKey extends OfTenant {
  readonly integrationId: number;
}

/**
 * Creates the function that returns the integration of a key, in constant time except for the index lookup of its hash. Wrong
 * keys are counted and, after too many, refused with the time to wait; a valid key is always accepted.
 */
export function createKeyAuthentication(
  dependencies: Pick<IntegrationDependencies, 'registry' | 'clock'> & { readonly store: AllTenantsStore },
): AuthenticateKey {
  const { clock, store, registry } = dependencies;
  const failedAttempts = createFailedAttempts(clock);
  const prefixes = registry
    .all()
    .flatMap((definition) => (definition.clientSetup ? [definition.clientSetup.keyPrefix] : []));

  const find = async (key: string): Promise<OwnedRow<'integrationKeys'> | undefined> => {
    if (!prefixes.some((prefix) => isWellFormedKey(key, prefix))) return undefined;
    const hash = hashKey(key);
    const [row] = await store.find('integrationKeys', { where: { hash } });
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
    const isValid = row.validUntil === null || row.validUntil > clock.now();
    return isValid ? row : undefined;
  };

  return async (key, { source, tenant } = {}) => {
    const found = await find(key);
    if (!found || (tenant !== undefined && found.tenant !== tenant)) {
      failedAttempts.count(key, source);
      return undefined;
    }
    return { integrationId: found.integrationId, ...ofTenant(found.tenant) };
  };
}
