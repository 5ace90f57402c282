import type { AllTenantsStore } from '../../ports/store/store.ts';

/** Maximum number of rows in one transaction, because large removals would delay other work. */
const SLICE = 200;

/**
 * Removes the entries of all timelines from before a time, oldest first, in slices.
 *
 * @param before - milliseconds since 1970.
 */
export async function pruneTimeline(store: AllTenantsStore, before: number): Promise<void> {
  for (let full = true; full; ) {
    const oldest = await store.find('timelineEntries', {
      where: { at: { lt: before } },
      orderBy: [
        ['at', 'asc'],
        ['id', 'asc'],
      ],
      limit: SLICE,
    });
    if (oldest.length > 0) await store.remove('timelineEntries', { id: { in: oldest.map(({ id }) => id) } });
    full = oldest.length === SLICE;
  }
}
