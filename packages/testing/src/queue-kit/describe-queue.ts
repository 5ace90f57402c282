import { describe, it } from 'vitest';
import { queueConformance } from './queue-conformance.ts';
import type { QueueHarness } from './queue-harness.ts';

/** Milliseconds for one case: some cases start and stop engines. */
const CASE_TIMEOUT_MS = 180_000;

/**
 * Declares the conformance suite of queues as vitest tests. Cases that do not apply to the queue are shown as skipped.
 *
 * @param createHarness - called for each case, which gets its own engine or its own part of one.
 */
export function describeQueue(name: string, createHarness: () => QueueHarness | Promise<QueueHarness>): void {
  describe(`${name} is a queue that`, () => {
    for (const each of queueConformance) {
      it(each.name, { timeout: CASE_TIMEOUT_MS }, async ({ skip }) => {
        const harness = await createHarness();
        const applies = each.applies(harness);
        if (applies === true) return each.run(harness);
        await harness.dispose?.();
        skip(applies);
      });
    }
  });
}
