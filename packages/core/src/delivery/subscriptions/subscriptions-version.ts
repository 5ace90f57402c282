import type { AllTenantsOperations, StoreTransaction } from '../../ports/store/store.ts';
import type { NewOwnedRow } from '../../ports/store/tables.ts';

const NAME = 'subscriptions-version';

/**
 * Marks cached webhooks and their kinds as outdated. Call it, after all locks, in every transaction that changes subscriptions;
 * the transaction waits for others that do the same.
 */
export async function bumpSubscriptionsVersion(transaction: StoreTransaction): Promise<void> {
  await transaction.insertAbsent('meta', [{ name: NAME, value: 0 }]);
  const [row] = await transaction.find('meta', { where: { name: NAME }, lock: 'update' });
  await transaction.update('meta', { name: NAME }, { value: Number(row?.value) + 1 });
}

/**
 * Returns the version of a new tenant's subscriptions: the time, so that it differs from those of an earlier tenant with the same
 * id, whose webhooks may still be cached.
 */
export function firstSubscriptionsVersion(tenant: string, now: number): NewOwnedRow<'meta'> {
  return { tenant, name: NAME, value: now };
}

/** Sets the version of an imported tenant to one that no cached webhooks have, as for a new tenant. */
export async function resetSubscriptionsVersion(transaction: StoreTransaction, now: number): Promise<void> {
  const [row] = await transaction.find('meta', { where: { name: NAME } });
  await transaction.insertAbsent('meta', [{ name: NAME, value: now }]);
  await transaction.update('meta', { name: NAME }, { value: Math.max(now, Number(row?.value ?? 0) + 1) });
}

/** Reads the versions of the tenants' subscriptions, which grow with every change. */
export async function readSubscriptionsVersions(
  store: Pick<AllTenantsOperations, 'find'>,
  tenants: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const unique = [...new Set(tenants)];
  const rows = await store.find('meta', { where: { tenant: { in: unique }, name: NAME } });
  const versions = new Map(rows.map(({ tenant, value }) => [tenant, Number(value)]));
  return new Map(unique.map((tenant) => [tenant, versions.get(tenant) ?? 0]));
}
