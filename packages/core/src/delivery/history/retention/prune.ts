import type { Settings } from '../../../options/settings.ts';
import type { Store } from '../../../ports/store/store.ts';

const DAY_MS = 86_400_000;

/** Rows a transaction: large removals would hold up deliveries. */
const SLICE = 200;

/** Deliveries that still may be sent. */
const ALIVE = ['pending', 'leased', 'held'] as const;

/** The rows that were pruned. */
export interface Forgotten {
  readonly attempts: number;
  readonly events: number;
}

/**
 * Removes history records that are older than the settings say, then events of which nothing is left: no record and no
 * delivery that may still be sent. In slices, oldest first.
 */
export async function pruneHistory(
  store: Store,
  now: number,
  days: Settings['webhookRetentionDays'],
  signal: AbortSignal,
): Promise<Forgotten> {
  const succeeded = await forgetAttempts(store, true, now - days.succeeded * DAY_MS, signal);
  const failed = await forgetAttempts(store, false, now - days.failed * DAY_MS, signal);
  const events = await forgetEvents(store, now - Math.min(days.succeeded, days.failed) * DAY_MS, signal);
  return { attempts: succeeded + failed, events };
}

async function forgetAttempts(store: Store, succeeded: boolean, before: number, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (let full = true; full && !signal.aborted; ) {
    const old = await store.find('attempts', {
      where: { succeeded, createdAt: { lt: Math.floor(before) } },
      orderBy: [['createdAt', 'asc']],
      limit: SLICE,
    });
    if (old.length > 0) forgotten += await store.remove('attempts', { id: { in: old.map(({ id }) => id) } });
    full = old.length === SLICE;
  }
  return forgotten;
}

async function forgetEvents(store: Store, before: number, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  let last = 0;
  for (let full = true; full && !signal.aborted; ) {
    const where = { createdAt: { lt: Math.floor(before) }, id: { gt: last } };
    const old = await store.find('events', { where, orderBy: [['id', 'asc']], limit: SLICE });
    last = old.at(-1)?.id ?? last;
    forgotten += await forgetUnused(
      store,
      old.map(({ id }) => id),
    );
    full = old.length === SLICE;
  }
  return forgotten;
}

async function forgetUnused(store: Store, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  return store.transaction(async (transaction) => {
    const recorded = await transaction.find('attempts', { where: { eventId: { in: ids } } });
    const alive = await transaction.find('deliveries', { where: { eventId: { in: ids }, status: { in: [...ALIVE] } } });
    const used = new Set([...recorded, ...alive].map(({ eventId }) => eventId));
    const unused = ids.filter((id) => !used.has(id));
    if (unused.length === 0) return 0;
    await transaction.remove('deliveries', { eventId: { in: unused } });
    return transaction.remove('events', { id: { in: unused } });
  });
}
