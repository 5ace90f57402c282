import { ownershipOf } from '../../changes/ledger/ownership.ts';
import { entryOf } from '../../changes/ledger/read-ledger.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Observe } from './observe-once.ts';

/** The ledger of an integration, and a view of its platform. */
export interface ForeignSearch {
  readonly store: StoreOperations;
  readonly integrationId: number;
  readonly observe: Observe;
}

/**
 * Returns the objects that another account has created in the place of ours. Their runtime objects are not ours either: a row
 * filter or a grant may protect the data of that account. An object that cannot be observed is not among them.
 */
export async function foreignAmong(
  { store, integrationId, observe }: ForeignSearch,
  objects: readonly ObjectFacts[],
): Promise<readonly ObjectFacts[]> {
  const foreign: ObjectFacts[] = [];
  for (const object of objects) {
    const seen = await observe(object).catch(() => undefined);
    if (seen?.state !== 'foreign') continue;
    if (ownershipOf(await entryOf(store, integrationId, object.key), seen) === 'foreign') foreign.push(object);
  }
  return foreign;
}
