import { describe, it } from 'vitest';
import { storeConformance } from './store-conformance.ts';
import type { StoreHarness } from './store-harness.ts';

/**
 * Declares the conformance suite of stores as vitest tests. Cases that the harness cannot serve are shown as skipped.
 *
 * @param createHarness - called for each case, which gets its own data.
 */
export function describeStore(name: string, createHarness: () => StoreHarness | Promise<StoreHarness>): void {
  describe(`${name} is a store that`, () => {
    for (const { name: behaviour, needs, run } of storeConformance) {
      it(behaviour, async ({ skip }) => {
        const harness = await createHarness();
        if (!needs || harness[needs]) return run(harness);
        await harness.dispose?.();
        skip(`The harness has no ${needs}.`);
      });
    }
  });
}
