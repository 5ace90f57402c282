import type { TenantLimiter } from '../../limits/tenant-limiter.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import { readSubscribers } from '../subscriptions/read-subscribers.ts';
import { readSubscriptionsVersions } from '../subscriptions/subscriptions-version.ts';
import { lockTenants } from './lock-tenants.ts';
import type { PublicationRequest } from './publication-request.ts';
import {
  type PublicationResult,
  type WriteDependencies,
  webhookIdsOf,
  writePublications,
} from './write-publications.ts';

/** Publishes in a transaction of the host. */
export async function publishInTransaction(
  dependencies: WriteDependencies,
  transaction: AllTenantsTransaction,
  { tenant, kind, match }: PublicationRequest,
  limiter: Pick<TenantLimiter, 'requireActive'>,
): Promise<PublicationResult> {
  const readVersion = async () => (await readSubscriptionsVersions(transaction, [tenant])).get(tenant);
  for (;;) {
    const version = await readVersion();
    const subscribersOf = await readSubscribers(transaction, [{ tenant, kind }]);
    const publication = await match(subscribersOf({ tenant, kind }));
    // While the endpoint queues are locked, the state of their deliveries cannot change.
    const [, , current] = await Promise.all([
      lockTenants(transaction, publication.countsWaiting ? [tenant] : []),
      lockEndpointQueues(transaction, webhookIdsOf(publication)),
      readVersion(),
    ]);
    if (current === version) {
      const [result] = await writePublications(transaction, [publication], dependencies);
      return result as PublicationResult;
    }
    await limiter.requireActive(transaction.scoped(tenant));
  }
}
