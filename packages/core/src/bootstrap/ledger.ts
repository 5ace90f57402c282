import type { Clock } from '../ports/clock.ts';
import type { StoreOperations } from '../ports/store/store.ts';
import type { NewRow, Row } from '../ports/store/tables.ts';
import type { ObjectFacts } from './work.ts';

/**
 * How an object came to be ours. `sent`: its creation is one statement, whose answer has not come. `begun`: it takes several,
 * which have not all run; it may not bear its mark yet, and that its name was free before is what makes it ours.
 */
export type ObjectOrigin = 'sent' | 'begun' | 'made' | 'person' | 'adopted';

/** An object as the ledger keeps it. */
export type LedgerEntry = Row<'managedObjects'>;

/** Where an integration's objects are written down. */
export interface LedgerOwner {
  readonly integrationId: number;
  readonly pluginVersion: string;
  /** What cluster and account names are unique within. */
  readonly scope: string;
  /** The target: what names of database scope are unique within. */
  readonly identity: readonly string[];
}

/**
 * Behind the key of an entry that a change has set aside: the object as it was before. Both stand in the ledger until the
 * platform has said that the change is done, so that a crash in between loses neither.
 */
const SET_ASIDE = '#before';

/** Writes an object into the ledger, in place of an earlier entry with its key. How long it has been ours does not change. */
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
    (await entryOf(store, owner.integrationId, object.key + SET_ASIDE));
  const row = toRow(owner, object, origin, position, clock.now());
  await replaceEntry(store, owner.integrationId, object.key, {
    ...row,
    createdAt: before?.createdAt ?? row.createdAt,
    outputs: before?.outputs ?? null,
  });
}

/** The entry of an object, or undefined when the ledger does not know it. */
export async function entryOf(
  store: StoreOperations,
  integrationId: number,
  key: string,
): Promise<LedgerEntry | undefined> {
  return (await store.find('managedObjects', { where: { integrationId, key } }))[0];
}

/** Sets the entry of an object aside that is about to be changed. */
export async function setAside(store: StoreOperations, integrationId: number, key: string): Promise<void> {
  await store.remove('managedObjects', { integrationId, key: key + SET_ASIDE });
  await store.update('managedObjects', { integrationId, key }, { key: key + SET_ASIDE });
}

/** Puts the ledger back to what it said of an object before: an earlier entry, or nothing. */
export async function restoreEntry(
  store: StoreOperations,
  integrationId: number,
  key: string,
  before: LedgerEntry | undefined,
): Promise<void> {
  if (!before) return forgetObject(store, integrationId, key);
  const { id: _id, ...row } = before;
  await store.remove('managedObjects', { integrationId, key: key + SET_ASIDE });
  await replaceEntry(store, integrationId, key, row);
}

/** Says that an object's creation or change is complete. */
export async function finishEntry(store: StoreOperations, integrationId: number, key: string): Promise<void> {
  await store.remove('managedObjects', { integrationId, key: key + SET_ASIDE });
  await store.update('managedObjects', { integrationId, key, origin: { in: ['sent', 'begun'] } }, { origin: 'made' });
}

/**
 * Says that an object's removal, which takes several statements, has begun: it may have lost its mark, and nobody knows how
 * much of it is left. Whoever finds it so removes the rest before anything is built upon it.
 *
 * @param origin - what the entry says from now on; the earlier origin, when nothing was removed after all.
 */
export async function markBegun(
  store: StoreOperations,
  integrationId: number,
  key: string,
  origin: ObjectOrigin = 'begun',
): Promise<void> {
  await store.update('managedObjects', { integrationId, key }, { origin });
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

/** Strikes an object off the ledger, with everything that lives in it. */
export async function forgetObject(store: StoreOperations, integrationId: number, key: string): Promise<void> {
  await store.remove('managedObjects', { integrationId, key: { in: [key, key + SET_ASIDE] } });
  const contents = await store.find('managedObjects', { where: { integrationId, within: key } });
  for (const inner of contents) await forgetObject(store, integrationId, inner.key);
}

/** Keeps what a call gave back with its object. */
export async function keepOutputs(
  store: StoreOperations,
  integrationId: number,
  key: string,
  outputs: Readonly<Record<string, string>>,
): Promise<void> {
  const entry = await entryOf(store, integrationId, key);
  if (entry) await store.update('managedObjects', { id: entry.id }, { outputs: { ...entry.outputs, ...outputs } });
}

/** What calls gave back for an integration's objects, by `objectKey.name`. */
export async function outputsOf(store: StoreOperations, integrationId: number): Promise<Map<string, string>> {
  const pairs = await entriesOf(store, integrationId);
  return new Map(
    pairs.flatMap(({ entry }) =>
      Object.entries((entry.outputs ?? {}) as Readonly<Record<string, string>>).map(
        ([name, value]) => [`${entry.key}.${name}`, value] as const,
      ),
    ),
  );
}

/** How an entry is read that an older version of the plugin has written. */
export type ReadEntry = (entry: LedgerEntry) => LedgerEntry;

/** An integration's objects in the order in which they were made. */
export async function ledgerOf(
  store: StoreOperations,
  integrationId: number,
  read?: ReadEntry,
): Promise<readonly ObjectFacts[]> {
  return (await entriesOf(store, integrationId, read)).map(({ entry }) => toFacts(entry));
}

/** The marks that objects bear, by key. */
export function marksOf(made: readonly ObjectFacts[]): ReadonlyMap<string, string> {
  return new Map(made.map(({ key, mark }) => [key, mark] as const));
}

/** An entry, and the one that an unfinished change has set aside. */
export interface LedgerPair {
  readonly entry: LedgerEntry;
  readonly before: LedgerEntry | undefined;
}

/**
 * An integration's entries in the order in which the objects were made.
 *
 * @param read - brings each of them up to date. @default as they are
 */
export async function entriesOf(
  store: StoreOperations,
  integrationId: number,
  read: ReadEntry = (entry) => entry,
): Promise<readonly LedgerPair[]> {
  const found = await store.find('managedObjects', {
    where: { integrationId },
    orderBy: [
      ['position', 'asc'],
      ['id', 'asc'],
    ],
  });
  const rows = found.map(read);
  const aside = new Map(rows.flatMap((row) => (row.key.endsWith(SET_ASIDE) ? [[row.key, row] as const] : [])));
  return rows
    .filter((row) => !aside.has(row.key))
    .map((entry) => {
      const before = aside.get(entry.key + SET_ASIDE);
      return { entry, before: before && { ...before, key: entry.key } };
    });
}

/** The other integrations that own the same physical object. While there are any, it is not dropped with this one. */
export async function otherOwners(
  store: StoreOperations,
  owner: LedgerOwner,
  object: ObjectFacts,
): Promise<readonly number[]> {
  const where = { physicalKey: physicalKeyOf(owner, object), integrationId: { not: owner.integrationId } };
  return (await store.find('managedObjects', { where })).map((row) => row.integrationId);
}

/**
 * The other owners of a shared object that count: it is dropped with the last of them. Who was force-disabled has given up its
 * share, though its own objects may still be there.
 */
export async function livingOwners(
  store: StoreOperations,
  owner: LedgerOwner,
  object: ObjectFacts,
): Promise<readonly number[]> {
  const others = await otherOwners(store, owner, object);
  if (others.length === 0) return others;
  const living = await store.find('integrations', { where: { id: { in: [...others] }, status: { not: 'disabled' } } });
  return living.map(({ id }) => id);
}

/** Equal for all owners of one physical object. Names of database scope are unique within the target, others within the scope. */
function physicalKeyOf(owner: LedgerOwner, object: ObjectFacts): string {
  const place = object.scope === 'database' ? [owner.scope, ...owner.identity] : [owner.scope];
  return JSON.stringify([...place, object.scope, object.kind, object.name]);
}

function toRow(
  owner: LedgerOwner,
  object: ObjectFacts,
  origin: ObjectOrigin,
  position: number,
  now: number,
): NewRow<'managedObjects'> {
  const {
    key,
    kind,
    name,
    scope,
    sharing,
    by,
    stage,
    observeStage,
    mark,
    drop,
    make,
    desired,
    revision,
    within,
    blocks,
    dropAfter,
    reversible,
  } = object;
  return {
    ...{
      key,
      kind,
      name,
      scope,
      sharing,
      by,
      stage,
      observeStage,
      mark,
      drop,
      make,
      desired,
      revision,
      within,
      blocks,
      dropAfter,
      reversible,
    },
    integrationId: owner.integrationId,
    physicalKey: physicalKeyOf(owner, object),
    origin,
    createdAs: drop[0]?.role ?? null,
    position,
    pluginVersion: owner.pluginVersion,
    createdAt: now,
    updatedAt: now,
  };
}

/** What the engine works with, as an entry has it. */
export function toFacts(row: LedgerEntry): ObjectFacts {
  const {
    key,
    kind,
    name,
    stage,
    observeStage,
    mark,
    drop,
    make,
    desired,
    revision,
    within,
    blocks,
    dropAfter,
    reversible,
  } = row;
  const [scope, sharing, by] = [row.scope, row.sharing, row.by] as [
    ObjectFacts['scope'],
    ObjectFacts['sharing'],
    ObjectFacts['by'],
  ];
  return {
    key,
    kind,
    name,
    stage,
    observeStage,
    mark,
    drop,
    make,
    desired,
    revision,
    within,
    blocks,
    dropAfter,
    reversible,
    scope,
    sharing,
    by,
  };
}
