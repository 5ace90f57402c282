import type { NewRow, Row } from '../../ports/store/tables.ts';
import type { ObjectFacts } from '../plan/change-set.ts';

/**
 * The origin of an object that is ours. `sent`: its creation is one statement whose response has not arrived. `begun`: its
 * creation takes several statements, which have not all run; it may not carry its mark yet, and its platform id identifies it as
 * ours. `unresolved`: it has no mark and nothing else identifies its owner; an administrator decides. `claimed`: an administrator
 * confirmed that it is ours.
 */
export type ObjectOrigin = 'sent' | 'begun' | 'created' | 'manual' | 'adopted' | 'unresolved' | 'claimed';

/** An object in the ledger. */
export type LedgerEntry = Row<'managedObjects'>;

/** The owner of objects in the ledger. */
export interface LedgerOwner {
  readonly integrationId: number;
  readonly pluginVersion: string;
  /** The scope within which cluster and account names are unique. */
  readonly scope: string;
  /** The target, within which names of database scope are unique. */
  readonly identity: readonly string[];
}

/**
 * The suffix of the key of an entry that an unfinished change keeps: the object before the change. Both entries are in the ledger
 * until the platform has confirmed the change, so that a crash in between loses neither.
 */
export const FORMER_SUFFIX = '#before';

/**
 * Returns the key that all owners of a physical object share. Names of database scope are unique within the target, others within
 * the scope.
 */
export function physicalKeyOf(owner: LedgerOwner, object: ObjectFacts): string {
  const place = object.scope === 'database' ? [owner.scope, ...owner.identity] : [owner.scope];
  return JSON.stringify([...place, object.scope, object.kind, object.name]);
}

/** The columns of an entry that describe the object. */
const OBJECT_COLUMNS = [
  'key',
  'kind',
  'name',
  'scope',
  'sharing',
  'by',
  'stage',
  'observeStage',
  'mark',
  'drop',
  'make',
  'desired',
  'revision',
  'within',
  'blocks',
  'dropAfter',
  'reversible',
] as const satisfies readonly (keyof ObjectFacts & keyof LedgerEntry)[];

type ObjectColumn = (typeof OBJECT_COLUMNS)[number];

function factsOnly<From extends Readonly<Record<ObjectColumn, unknown>>>(from: From): Pick<From, ObjectColumn> {
  return Object.fromEntries(OBJECT_COLUMNS.map((name) => [name, from[name]])) as Pick<From, ObjectColumn>;
}

/** Returns the entry of an object. @param now - milliseconds since 1970. */
export function toRow(
  owner: LedgerOwner,
  object: ObjectFacts,
  origin: ObjectOrigin,
  position: number,
  now: number,
): NewRow<'managedObjects'> {
  return {
    ...factsOnly(object),
    integrationId: owner.integrationId,
    physicalKey: physicalKeyOf(owner, object),
    origin,
    platformId: null,
    createdAs: object.drop[0]?.role ?? null,
    position,
    pluginVersion: owner.pluginVersion,
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the facts of an entry that the engine works with. */
export function toFacts(entry: LedgerEntry): ObjectFacts {
  // The store has plain text columns, which contain the values of facts.
  return factsOnly(entry) as ObjectFacts;
}
