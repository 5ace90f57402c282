import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { NewRow } from '../../ports/store/tables.ts';
import type { ObjectFacts } from '../plan/change-set.ts';
import { FORMER_SUFFIX, type LedgerEntry, type LedgerOwner, type ObjectOrigin, toRow } from './ledger-entry.ts';
import { entryOf } from './read-ledger.ts';

/**
 * Writes an object into the ledger and replaces an earlier entry with its key. The time since which it is ours does not change.
 */
export async function recordObject(
  store: StoreOperations,
  clock: Clock,
  owner: LedgerOwner,
  object: ObjectFacts,
  origin: ObjectOrigin,
  position: number,
): Promise<void> {
  const before =
    (await entryOf(store, owner.integrationId, object.key)) ??
    (await entryOf(store, owner.integrationId, object.key + FORMER_SUFFIX));
  const row = toRow(owner, object, origin, position, clock.now());
  await replaceEntry(store, owner.integrationId, object.key, {
    ...row,
    createdAt: before?.createdAt ?? row.createdAt,
    outputs: before?.outputs ?? null,
    // A recreated object gets another id from the platform.
    platformId: origin === 'begun' || origin === 'sent' ? null : (before?.platformId ?? null),
  });
}

/** Keeps the former entry of an object that is about to be changed. */
export async function keepFormerEntry(store: StoreOperations, integrationId: number, key: string): Promise<void> {
  await store.remove('managedObjects', { integrationId, key: key + FORMER_SUFFIX });
  await store.update('managedObjects', { integrationId, key }, { key: key + FORMER_SUFFIX });
}

/** Restores the earlier ledger entry of an object, or removes the entry. */
export async function restoreEntry(
  store: StoreOperations,
  integrationId: number,
  key: string,
  before: LedgerEntry | undefined,
): Promise<void> {
  if (!before) return removeEntry(store, integrationId, key);
  const { id: _id, ...row } = before;
  await store.remove('managedObjects', { integrationId, key: key + FORMER_SUFFIX });
  await replaceEntry(store, integrationId, key, row);
}

/** Records that an object's creation or change is complete. */
export async function finishEntry(store: StoreOperations, integrationId: number, key: string): Promise<void> {
  await store.remove('managedObjects', { integrationId, key: key + FORMER_SUFFIX });
  await store.update(
    'managedObjects',
    { integrationId, key, origin: { in: ['sent', 'begun'] } },
    { origin: 'created' },
  );
}

/**
 * Records that the removal of an object, which takes several statements, has begun: it may have lost its mark, and it is not
 * known how much of it is left. A later operation removes the rest before it builds on the object.
 *
 * @param changes.origin - the new origin of the entry; the earlier origin if nothing was removed.
 * @param changes.platformId - the platform's own id of the object, which identifies it without its mark.
 */
export async function markBegun(
  store: StoreOperations,
  integrationId: number,
  key: string,
  { origin = 'begun', platformId }: { readonly origin?: ObjectOrigin; readonly platformId?: string | undefined } = {},
): Promise<void> {
  const noted = platformId === undefined ? {} : { platformId };
  await store.update('managedObjects', { integrationId, key }, { origin, ...noted });
}

/** Marks the ownership of an object as unresolved. The decision of an administrator applies only to the observed object. */
export async function markUnresolved(
  store: StoreOperations,
  integrationId: number,
  key: string,
  platformId: string | undefined,
): Promise<void> {
  await store.update(
    'managedObjects',
    { integrationId, key },
    { origin: 'unresolved', platformId: platformId ?? null },
  );
}

/** Records the platform's own id of an object that was just created and has no mark yet. */
export async function recordPlatformId(
  store: StoreOperations,
  integrationId: number,
  key: string,
  platformId: string,
): Promise<void> {
  await store.update('managedObjects', { integrationId, key }, { platformId });
}

/** Removes an object from the ledger, with its contents. */
export async function removeEntry(store: StoreOperations, integrationId: number, key: string): Promise<void> {
  await store.remove('managedObjects', { integrationId, key: { in: [key, key + FORMER_SUFFIX] } });
  const contents = await store.find('managedObjects', { where: { integrationId, within: key } });
  for (const inner of contents) await removeEntry(store, integrationId, inner.key);
}

/** Stores the outputs of a call with its object. */
export async function keepOutputs(
  store: StoreOperations,
  integrationId: number,
  key: string,
  outputs: Readonly<Record<string, string>>,
): Promise<void> {
  const entry = await entryOf(store, integrationId, key);
  if (entry) await store.update('managedObjects', { id: entry.id }, { outputs: { ...entry.outputs, ...outputs } });
}

async function replaceEntry(
  store: StoreOperations,
  integrationId: number,
  key: string,
  row: NewRow<'managedObjects'>,
): Promise<void> {
  await store.remove('managedObjects', { integrationId, key });
  await store.insert('managedObjects', row);
}
