import { DAY_MS } from '../../kernel/time/durations.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';

/** Maximum number of rows in one transaction, because large removals would delay deliveries. */
const SLICE = 200;
/** The days for which statistics are kept: a week, and the day that has begun. */
const RETENTION_DAYS = 8;

/**
 * Removes statistics that are older than the longest range, and those that a clock in the future wrote. Rows are added in the
 * order of time, so the oldest are found by their ids, without another index.
 *
 * @returns the number of removed rows.
 */
export async function pruneStatistics(store: AllTenantsStore, now: number, signal: AbortSignal): Promise<number> {
  const isExpired = ({ startsAt }: { readonly startsAt: number }): boolean =>
    startsAt < now - RETENTION_DAYS * DAY_MS || startsAt > now + DAY_MS;
  let removed = 0;
  for (let full = true; full && !signal.aborted; ) {
    const oldest = await store.find('deliveryStatistics', { orderBy: [['id', 'asc']], limit: SLICE });
    const ids = oldest.filter(isExpired).map(({ id }) => id);
    if (ids.length > 0) removed += await store.remove('deliveryStatistics', { id: { in: ids } });
    full = ids.length === SLICE;
  }
  return removed;
}
