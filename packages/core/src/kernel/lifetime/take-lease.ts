import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations } from '../../ports/store/store.ts';

/** Dependencies of taking a lease. */
export interface LeaseHolder {
  readonly store: StoreOperations;
  readonly clock: Clock;
  readonly nodeId: string;
}

/**
 * Takes a named lease for a duration, if it is free. Work that one node does once a period takes it for a part of the period, and
 * lets it expire.
 *
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
    { name, until: { lte: now } },
    { owner: nodeId, until, generation: { increment: 1 } },
  );
  return taken === 1;
}
