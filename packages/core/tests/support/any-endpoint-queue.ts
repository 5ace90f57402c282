import fc from 'fast-check';
import type { DeliveryOptions } from '../../src/delivery/subscriptions/delivery-options.ts';
import { type Behaviour, behaviour } from '../scripted-transport.ts';

/** An endpoint, the behaviour of its receiver, and its demands on the dispatcher. */
export interface EndpointQueue {
  readonly script: readonly Behaviour[];
  readonly delivery: DeliveryOptions;
}

/** The behaviours of a receiver, in order of its requests. */
export const script = fc.array(behaviour, { minLength: 1, maxLength: 5 });
/** A generator of endpoints. */
export const endpointQueue: fc.Arbitrary<EndpointQueue> = fc.record({
  script,
  delivery: fc.record(
    {
      ordered: fc.boolean(),
      maxInFlight: fc.integer({ min: 1, max: 3 }),
      ratePerSecond: fc.constantFrom(0.5, 2, 10, 40),
    },
    { requiredKeys: [] },
  ),
});

/** The maximum number of entries in any window, minus the number that the rate permits for its length. */
export function excessOf(times: readonly number[], ratePerSecond: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const [first, from] of times.entries()) {
    for (const [last, to] of times.entries()) {
      if (last < first) continue;
      // The window between two entries, plus a millisecond for rounded times.
      most = Math.max(most, last - first + 1 - (ratePerSecond * (to - from + 1)) / 1000);
    }
  }
  return most;
}
