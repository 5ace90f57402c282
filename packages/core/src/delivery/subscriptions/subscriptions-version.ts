import type { StoreOperations, StoreTransaction } from '../../ports/store/store.ts';

const NAME = 'subscriptions-version';

/**
 * Signals that cached webhooks and their kinds are outdated. Call it, after all locks, in every transaction that changes
 * who receives what: the transaction waits for others that do the same.
 */
export async function renewSubscriptions(transaction: StoreTransaction): Promise<void> {
  await transaction.insertAbsent('meta', [{ name: NAME, value: 0 }]);
  const [row] = await transaction.find('meta', { where: { name: NAME }, lock: 'update' });
  await transaction.update('meta', { name: NAME }, { value: Number(row?.value) + 1 });
}

/** A number that grows whenever who is told of what has changed. */
export async function readSubscriptionsVersion(store: StoreOperations): Promise<number> {
  const [row] = await store.find('meta', { where: { name: NAME } });
  return Number(row?.value ?? 0);
}
