import { pagesOf } from '../../../kernel/reads/pages-of.ts';
import { type PartitionedHistory, partsByTime } from '../../../kernel/reads/parts-by-time.ts';
import { tenantsIn } from '../../../kernel/reads/tenants-in.ts';
import { DAY_MS } from '../../../kernel/time/durations.ts';
import type { AllTenantsStore, AllTenantsTransaction } from '../../../ports/store/store.ts';
import { eventsInUse } from './events-in-use.ts';
import type { RetentionRules } from './expire-held.ts';

/** Maximum number of rows in one transaction, because large removals would delay deliveries. */
const SLICE = 200;

/** The columns of the index of events. */
const EVENTS_BY_TIME = [
  ['tenant', 'asc'],
  ['createdAt', 'asc'],
  ['id', 'asc'],
] as const;

/** The rows that were pruned. */
export interface Pruned {
  readonly attempts: number;
  readonly events: number;
}

/**
 * Removes history records that are older than the retention of their tenant, then events without records and without deliveries
 * that may still be sent. In slices, oldest first, with one index lookup per tenant.
 */
export async function pruneHistory(
  store: AllTenantsStore,
  { now, daysOf }: RetentionRules,
  signal: AbortSignal,
): Promise<Pruned> {
  let attempts = 0;
  let events = 0;
  for await (const tenant of tenantsIn(store, 'events', EVENTS_BY_TIME, signal)) {
    const days = await daysOf(tenant);
    attempts += await pruneAttempts(store, { tenant, succeeded: true, before: now - days.succeeded * DAY_MS }, signal);
    attempts += await pruneAttempts(store, { tenant, succeeded: false, before: now - days.failed * DAY_MS }, signal);
    const before = now - Math.min(days.succeeded, days.failed) * DAY_MS;
    events += await pruneEvents(store, { tenant, before }, signal);
  }
  return { attempts, events };
}

async function pruneAttempts(
  store: AllTenantsStore,
  { tenant, succeeded, before }: { readonly tenant: string; readonly succeeded: boolean; readonly before: number },
  signal: AbortSignal,
): Promise<number> {
  const find: PartitionedHistory['find'] = (query, createdAt) =>
    store.find('attempts', { where: { tenant, createdAt }, ...query });
  let pruned = 0;
  // Attempts with the other outcome may be kept for longer.
  for await (const createdAt of partsByTime({ shared: store.shared, find }, Math.floor(before))) {
    for (let full = true; full && !signal.aborted; ) {
      const old = await store.find('attempts', {
        where: { tenant, succeeded, createdAt },
        orderBy: [['createdAt', 'asc']],
        limit: SLICE,
      });
      if (old.length > 0) pruned += await store.remove('attempts', { id: { in: old.map(({ id }) => id) } });
      full = old.length === SLICE;
    }
    if (signal.aborted) break;
  }
  return pruned;
}

async function pruneEvents(
  store: AllTenantsStore,
  { tenant, before }: { readonly tenant: string; readonly before: number },
  signal: AbortSignal,
): Promise<number> {
  let pruned = 0;
  for await (const old of pagesOf(store, 'events', tenant, { before: Math.floor(before), limit: SLICE })) {
    if (signal.aborted) break;
    pruned += await pruneUnused(
      store,
      old.map(({ id }) => id),
    );
  }
  return pruned;
}

async function pruneUnused(store: AllTenantsStore, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  return store.transaction(async (transaction) => {
    const found = await withoutUsed(transaction, ids);
    if (found.length === 0) return 0;
    // A manual retry locks its event as well, and may have added a record before this transaction locked it.
    await transaction.find('events', { where: { id: { in: found } }, lock: 'update' });
    const unused = await withoutUsed(transaction, found);
    if (unused.length === 0) return 0;
    await transaction.remove('deliveries', { eventId: { in: unused } });
    return transaction.remove('events', { id: { in: unused } });
  });
}

async function withoutUsed(transaction: AllTenantsTransaction, ids: readonly number[]): Promise<readonly number[]> {
  const used = await eventsInUse(transaction, ids);
  return ids.filter((id) => !used.has(id));
}
