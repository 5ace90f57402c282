import type { StoreOperations } from '../../ports/store/store.ts';
import type { ObjectFacts } from '../plan/change-set.ts';
import { type LedgerOwner, physicalKeyOf } from './ledger-entry.ts';

/** Returns the other integrations that own the same physical object. While there are any, it is not dropped with this one. */
export async function otherOwners(
  store: StoreOperations,
  owner: LedgerOwner,
  object: ObjectFacts,
): Promise<readonly number[]> {
  const where = { physicalKey: physicalKeyOf(owner, object), integrationId: { not: owner.integrationId } };
  return (await store.find('managedObjects', { where })).map((row) => row.integrationId);
}

/**
 * Returns the other owners of a shared object that count: it is dropped with the last of them. A force-disabled integration is no
 * owner, although its own objects may still exist.
 */
export async function activeOwners(
  store: StoreOperations,
  owner: LedgerOwner,
  object: ObjectFacts,
): Promise<readonly number[]> {
  const others = await otherOwners(store, owner, object);
  if (others.length === 0) return others;
  const active = await store.find('integrations', { where: { id: { in: [...others] }, status: { not: 'disabled' } } });
  return active.map(({ id }) => id);
}
