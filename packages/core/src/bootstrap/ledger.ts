import type { Clock } from '../ports/clock.ts';
import type { StoreOperations } from '../ports/store/store.ts';
import type { NewRow, Row } from '../ports/store/tables.ts';
import type { ObjectFacts } from './work.ts';

/** How an object came to be ours. */
export type ObjectOrigin = 'made' | 'person' | 'adopted';

/** Where an integration's objects are written down. */
export interface LedgerOwner {
  readonly integrationId: number;
  readonly pluginVersion: string;
  /** What cluster and account names are unique within. */
  readonly scope: string;
}

/** Writes an object into the ledger, in place of an earlier entry with its key. */
export async function recordObject(
  store: StoreOperations,
  clock: Clock,
  owner: LedgerOwner,
  object: ObjectFacts,
  origin: ObjectOrigin,
  position: number,
): Promise<void> {
  await store.remove('managedObjects', { integrationId: owner.integrationId, key: object.key });
  await store.insert('managedObjects', toRow(owner, object, origin, position, clock.now()));
}

/** Strikes an object off the ledger. */
export async function forgetObject(store: StoreOperations, integrationId: number, key: string): Promise<void> {
  await store.remove('managedObjects', { integrationId, key });
}

/** An integration's objects in the order in which they were made. */
export async function ledgerOf(store: StoreOperations, integrationId: number): Promise<readonly ObjectFacts[]> {
  const rows = await store.find('managedObjects', {
    where: { integrationId },
    orderBy: [
      ['position', 'asc'],
      ['id', 'asc'],
    ],
  });
  return rows.map(toFacts);
}

/** Whether another integration owns the same physical object: then it is not dropped with this one. */
export async function hasOtherOwners(
  store: StoreOperations,
  owner: LedgerOwner,
  object: ObjectFacts,
): Promise<boolean> {
  const where = { physicalKey: physicalKeyOf(owner, object), integrationId: { not: owner.integrationId } };
  return (await store.count('managedObjects', where)) > 0;
}

/** Equal for all owners of one physical object. Names of database scope are unique within the target, others within the scope. */
function physicalKeyOf(owner: LedgerOwner, object: ObjectFacts): string {
  return JSON.stringify([owner.scope, object.scope, object.kind, object.name]);
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

function toFacts(row: Row<'managedObjects'>): ObjectFacts {
  const { key, kind, name, stage, observeStage, mark, drop, desired, revision, within, blocks, dropAfter, reversible } =
    row;
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
