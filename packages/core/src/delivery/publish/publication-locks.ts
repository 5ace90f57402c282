import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import { tryLockEndpointQueues } from '../endpoint-queues/try-lock-endpoint-queues.ts';
import type { RowKey } from './batching/batch-items.ts';
import type { RowLocks } from './batching/lock-check.ts';
import { lockTenants, tryLockTenants } from './lock-tenants.ts';
import { type Publication, webhookIdsOf } from './write-publications.ts';

/**
 * Returns the rows that a publication locks: the endpoint queues of its webhooks, and its tenant if that has a limit on waiting
 * deliveries.
 */
export function rowKeysOf(publication: Publication): readonly RowKey[] {
  const { event, countsWaiting } = publication;
  return countsWaiting ? [event.tenant, ...webhookIdsOf(publication)] : webhookIdsOf(publication);
}

/** The locks of {@link rowKeysOf}: an endpoint queue by the id of its webhook, a tenant by its id. */
export const PUBLICATION_LOCKS: RowLocks = {
  lockRow: (transaction, key) =>
    typeof key === 'string' ? lockTenants(transaction, [key]) : lockEndpointQueues(transaction, [key]),
  async tryLock(transaction: AllTenantsTransaction, keys) {
    const tenants = keys.filter((key) => typeof key === 'string');
    const webhookIds = keys.filter((key) => typeof key === 'number');
    if (tenants.length === 0) return tryLockEndpointQueues(transaction, webhookIds);
    const held = await Promise.all([
      tryLockTenants(transaction, tenants),
      tryLockEndpointQueues(transaction, webhookIds),
    ]);
    return new Set<RowKey>(held.flatMap((keysHeld): RowKey[] => [...keysHeld]));
  },
};
