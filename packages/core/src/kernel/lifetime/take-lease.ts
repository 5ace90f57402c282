import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import { MAX_CLOCK_SKEW_MS } from '../time/clock-skew.ts';

/** Dependencies of taking a lease. */
export interface LeaseHolder {
  readonly store: StoreOperations;
  readonly clock: Clock;
  readonly nodeId: string;
}

/**
 * Takes a named lease for a duration, if it is free. Work that one node does once a period takes it for a part of the period, and
 * lets it expire. A lease that lasts longer than this was taken by a clock that was ahead, and counts as free: the work would
 * otherwise rest until that time.
 *
 * @param milliseconds - the same for all nodes.
 * @returns whether this node holds it now.
 */
export async function takeLease(
  { store, clock, nodeId }: LeaseHolder,
  name: string,
  milliseconds: number,
): Promise<boolean> {
  const now = clock.now();
  const until = Math.round(now + milliseconds);
  const [first] = await store.insertAbsent('leases', [{ name, owner: nodeId, until, generation: 1 }]);
  if (first) return true;
  const taken = await store.update(
    'leases',
    [
      { name, until: { lte: now } },
      { name, until: { gt: until + MAX_CLOCK_SKEW_MS } },
    ],
    { owner: nodeId, until, generation: { increment: 1 } },
  );
  return taken === 1;
}
