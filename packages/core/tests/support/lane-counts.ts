import type { Store } from '../../src/index.ts';

/** What lanes count, beside what the rows say: for tests that expect the two to be the same. */
export async function laneCounts(store: Store) {
  const deliveries = await store.find('deliveries');
  const lanes = await store.find('lanes');
  const counted = lanes.map(({ webhookId, pending, overflow, recovering, held }) => {
    return { webhookId, pending, held: overflow + recovering + held };
  });
  const found = lanes.map(({ webhookId }) => {
    const count = (wanted: string) =>
      deliveries.filter((row) => row.webhookId === webhookId && row.status === wanted).length;
    return { webhookId, pending: count('pending'), held: count('held') };
  });
  return { counted, found };
}
