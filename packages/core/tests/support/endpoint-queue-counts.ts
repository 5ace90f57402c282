import type { Store } from '../../src/index.ts';

/**
 * Returns the counters of endpoint queues together with the counts of the rows, for tests that expect them to be equal.
 */
export async function endpointQueueCounts(store: Store) {
  const deliveries = await store.find('deliveries');
  const endpointQueues = await store.find('endpointQueues');
  const counted = endpointQueues.map(({ webhookId, pending, overflow, recovering, held }) => {
    return { webhookId, pending, held: overflow + recovering + held };
  });
  const found = endpointQueues.map(({ webhookId }) => {
    const count = (wanted: string) =>
      deliveries.filter((row) => row.webhookId === webhookId && row.status === wanted).length;
    return { webhookId, pending: count('pending'), held: count('held') };
  });
  return { counted, found };
}
