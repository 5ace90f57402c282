import type { AllTenantsStore } from '../../ports/store/store.ts';
import { EXPIRY_LEASE } from './expiry-forecast.ts';

/**
 * Removes the expired leases of reports on secrets, for example of integrations that no longer exist. An expired lease is like none.
 *
 * @param now - milliseconds since 1970.
 */
export async function pruneExpiryLeases(store: AllTenantsStore, now: number): Promise<void> {
  const expired = await store.find('leases', { where: { until: { lte: now } } });
  for (const { tenant, name, until } of expired)
    if (name.startsWith(EXPIRY_LEASE)) await store.remove('leases', { tenant, name, until });
}
