import type { StoreOperations } from '../../ports/store/store.ts';
import type { ObjectFacts } from '../plan/change-set.ts';
import { FORMER_SUFFIX, type LedgerEntry, toFacts } from './ledger-entry.ts';

/** Reads an entry that an older version of the plugin has written. */
export type ReadEntry = (entry: LedgerEntry) => LedgerEntry;

/** An entry, and the former one that an unfinished change keeps. */
export interface LedgerPair {
  readonly entry: LedgerEntry;
  readonly before: LedgerEntry | undefined;
}

/** Returns the entry of an object, or undefined if it is not in the ledger. */
export async function entryOf(
  store: StoreOperations,
  integrationId: number,
  key: string,
): Promise<LedgerEntry | undefined> {
  return (await store.find('managedObjects', { where: { integrationId, key } }))[0];
}

/**
 * Returns an integration's entries in the order in which the objects were created.
 *
 * @param read - migrates each entry. @default as stored
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
  const former = new Map(rows.flatMap((row) => (row.key.endsWith(FORMER_SUFFIX) ? [[row.key, row] as const] : [])));
  return rows
    .filter((row) => !former.has(row.key))
    .map((entry) => {
      const before = former.get(entry.key + FORMER_SUFFIX);
      return { entry, before: before && { ...before, key: entry.key } };
    });
}

/** Returns an integration's objects in the order in which they were created. */
export async function ledgerOf(
  store: StoreOperations,
  integrationId: number,
  read?: ReadEntry,
): Promise<readonly ObjectFacts[]> {
  return (await entriesOf(store, integrationId, read)).map(({ entry }) => toFacts(entry));
}

/** Returns the outputs of calls for an integration's objects, by `objectKey.name`. */
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

/** Returns the marks of objects, by key. */
export function marksOf(existing: readonly ObjectFacts[]): ReadonlyMap<string, string> {
  return new Map(existing.map(({ key, mark }) => [key, mark] as const));
}
