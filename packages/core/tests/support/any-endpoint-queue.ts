import fc from 'fast-check';
import type { DeliveryOptions } from '../../src/delivery/subscriptions/delivery-options.ts';
import { type Behaviour, behaviour } from '../scripted-transport.ts';

/** An endpoint, how its receiver behaves, and what it asks of the dispatcher. */
export interface EndpointQueue {
  readonly script: readonly Behaviour[];
  readonly delivery: DeliveryOptions;
}

/** The behaviours of a receiver, one request after the other. */
export const script = fc.array(behaviour, { minLength: 1, maxLength: 5 });
/** Any endpoint. */
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

/** The longest run of entries within any window, less what the rate allows for it. */
export function excessOf(times: readonly number[], ratePerSecond: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const [first, from] of times.entries()) {
    for (const [last, to] of times.entries()) {
      if (last < first) continue;
      // A window of the length between them, and a millisecond for times that are rounded.
      most = Math.max(most, last - first + 1 - (ratePerSecond * (to - from + 1)) / 1000);
    }
  }
  return most;
}
