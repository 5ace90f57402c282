import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { LedgerEntry } from '../../changes/ledger/ledger-entry.ts';
import type { StoreOperations, TenantStore } from '../../ports/store/store.ts';
import type { NewRow } from '../../ports/store/tables.ts';
import { migrateEntry } from './migrate-entry.ts';

/** An entry before and after its migration. */
export interface RewrittenEntry {
  readonly before: LedgerEntry;
  readonly after: LedgerEntry;
}

/**
 * Rewrites the ledger of an integration with the keys of the installed plugin, before an operation uses it.
 *
 * @returns the rewritten entries, so that a failed operation can restore them.
 */
export async function migrateLedger(
  store: TenantStore,
  integrationId: number,
  definition: AnyPluginDefinition,
): Promise<readonly RewrittenEntry[]> {
  const entries = await store.find('managedObjects', { where: { integrationId } });
  const rewritten = entries.flatMap((before): readonly RewrittenEntry[] => {
    const after = migrateEntry(definition, before);
    return isSame(before, after) ? [] : [{ before, after: { ...after, pluginVersion: definition.version } }];
  });
  if (rewritten.length === 0) return [];
  // All entries are removed first, because two keys may have been swapped.
  await store.transaction(async (transaction) => {
    for (const { before } of rewritten) await transaction.remove('managedObjects', { id: before.id });
    for (const { after } of rewritten) await transaction.insert('managedObjects', withoutId(after));
  });
  return rewritten;
}

/** Restores entries that have not changed since the migration, because the older plugin may be installed again. */
export async function restoreLedger(
  transaction: StoreOperations,
  integrationId: number,
  rewritten: readonly RewrittenEntry[],
): Promise<void> {
  const entries = await transaction.find('managedObjects', { where: { integrationId } });
  const untouched = rewritten.flatMap(({ before, after }) => {
    const now = entries.find((entry) => isSame({ ...entry, updatedAt: after.updatedAt }, after));
    return now ? [{ now, before }] : [];
  });
  for (const { now } of untouched) await transaction.remove('managedObjects', { id: now.id });
  for (const { before } of untouched) await transaction.insert('managedObjects', withoutId(before));
}

function withoutId({ id: _id, ...row }: LedgerEntry): NewRow<'managedObjects'> {
  return row;
}

/** Rows of a store have their columns in the same order. */
function isSame(left: LedgerEntry, right: LedgerEntry): boolean {
  const sorted = ({ id: _id, ...row }: LedgerEntry): string =>
    JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(left) === sorted(right);
}
