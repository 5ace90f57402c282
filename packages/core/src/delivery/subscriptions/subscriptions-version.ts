import type { AllTenantsOperations, StoreTransaction } from '../../ports/store/store.ts';

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

/** Reads, for each tenant, a number that grows whenever who is told of what has changed. */
export async function readSubscriptionsVersions(
  store: Pick<AllTenantsOperations, 'find'>,
  tenants: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Set(tenants)];
  const rows = await store.find('meta', { where: { tenant: { in: wanted }, name: NAME } });
  const versions = new Map(rows.map(({ tenant, value }) => [tenant, Number(value)]));
  return new Map(wanted.map((tenant) => [tenant, versions.get(tenant) ?? 0]));
}
