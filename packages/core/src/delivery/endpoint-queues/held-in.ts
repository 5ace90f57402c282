import type { Row } from '../../ports/store/tables.ts';
import type { HoldReason } from '../subscriptions/hold-reason.ts';

/** The columns of an endpoint queue that count deliveries that are held. */
export type HeldCounter = 'overflow' | 'recovering' | 'held';

/** Held for these reasons, a delivery follows by itself once its webhook is active. */
export const FOLLOWING = ['backlog', 'paused', 'disabled'] as const satisfies readonly HoldReason[];

/** Deliveries of an endpoint queue that are held, for whatever reason. */
export function heldIn({ overflow, recovering, held }: Pick<Row<'endpointQueues'>, HeldCounter>): number {
  return overflow + recovering + held;
}

/**
 * Says which column counts a delivery that is held. In an endpoint queue whose webhook is active all follow by themselves but those that are not
 * permitted; in another one nothing does.
 */
function heldCounterOf(holdReason: string | null, isActive: boolean): HeldCounter {
  if (holdReason === 'recover') return 'recovering';
  return isActive && holdReason !== 'permission' ? 'overflow' : 'held';
}

/** Returns the changes to the counters of an endpoint queue when held deliveries are cancelled. */
export function withoutHeld(
  deliveries: readonly Pick<Row<'deliveries'>, 'holdReason'>[],
  isActive: boolean,
): Partial<Record<HeldCounter, { readonly increment: number }>> {
  const counters = Map.groupBy(deliveries, ({ holdReason }) => heldCounterOf(holdReason, isActive));
  return Object.fromEntries([...counters].map(([counter, alike]) => [counter, { increment: -alike.length }]));
}
