import type { Row } from '../../ports/store/tables.ts';
import type { HoldReason } from '../subscriptions/hold-reason.ts';

/** The columns of an endpoint queue that count held deliveries. */
export type HeldCounter = 'overflow' | 'recovering' | 'held';

/** The hold reasons of deliveries that are released automatically once their webhook is active. */
export const AUTO_RELEASED = ['backlog', 'paused', 'disabled'] as const satisfies readonly HoldReason[];

/** Returns the number of held deliveries of an endpoint queue, for any reason. */
export function heldIn({ overflow, recovering, held }: Pick<Row<'endpointQueues'>, HeldCounter>): number {
  return overflow + recovering + held;
}

/** Returns whether there are held deliveries to refill an endpoint queue with. */
export function hasReleasable({ overflow, recovering, discardThrough }: Row<'endpointQueues'>): boolean {
  return overflow > 0 || recovering > 0 || discardThrough !== null;
}

/** Returns whether a delivery waits in an endpoint queue that would be sent before a new one. */
export function hasWaiting(endpointQueue: Row<'endpointQueues'>): boolean {
  return endpointQueue.pending > 0 || hasReleasable(endpointQueue);
}

/**
 * Returns the column that counts a held delivery. If the webhook is active, all of them are released automatically except those
 * without permission; otherwise none is.
 */
function heldCounterOf(holdReason: string | null, isActive: boolean): HeldCounter {
  if (holdReason === 'recover') return 'recovering';
  return isActive && holdReason !== 'permission' ? 'overflow' : 'held';
}

/** Returns the changes to the counters of an endpoint queue when held deliveries are cancelled. */
export function cancelledHeld(
  deliveries: readonly Pick<Row<'deliveries'>, 'holdReason'>[],
  isActive: boolean,
): Partial<Record<HeldCounter, { readonly increment: number }>> {
  const counters = Map.groupBy(deliveries, ({ holdReason }) => heldCounterOf(holdReason, isActive));
  return Object.fromEntries([...counters].map(([counter, alike]) => [counter, { increment: -alike.length }]));
}
