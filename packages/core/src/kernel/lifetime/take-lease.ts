import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations } from '../../ports/store/store.ts';

/** What a lease is taken with. */
export interface LeaseHolder {
  readonly store: StoreOperations;
  readonly clock: Clock;
  readonly nodeId: string;
}

/**
 * Takes a named lease for some time, if nobody holds it. It ends by itself: work that one node alone does once a period holds
 * it for a part of the period and never gives it back.
 *
 * @returns whether this node has it now.
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
