import { z } from 'zod';
import { filterInput } from './filter-input.ts';

/** Options of the deliveries to one endpoint; all are optional. */
export const deliveryOptionsInput = z.strictObject({
  ordered: z
    .boolean()
    .optional()
    .describe('One delivery at a time, in the order of the events. A failing delivery blocks those after it.'),
  maxInFlight: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Concurrent deliveries over all nodes. Without it, the instance has a limit per node.'),
  ratePerSecond: z
    .number()
    .min(0.01)
    .max(10_000)
    .optional()
    .describe('Attempts per second that the receiver can handle.'),
  filter: filterInput.optional(),
});

/** The delivery options of a webhook, as they are stored. */
export type DeliveryOptions = z.output<typeof deliveryOptionsInput>;

/**
 * Returns how many deliveries to an endpoint may be in flight over all nodes; undefined when only the instance limits them.
 */
export function sharedCap({ ordered, maxInFlight }: DeliveryOptions): number | undefined {
  return ordered ? 1 : maxInFlight;
}
