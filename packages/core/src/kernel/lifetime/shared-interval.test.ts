import { createFakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store/store.ts';
import { createSharedInterval, type SharedInterval } from './shared-interval.ts';

const PERIOD_MS = 3_600_000;
const SCAN_MS = 60_000;

function intervalOf(store: Store, clock: Pick<Clock, 'now'>, { nodeId = 'a', seed = 'instance' } = {}): SharedInterval {
  return createSharedInterval({ store, clock: clock as Clock, nodeId }, { name: 'round', seed });
}

/** Lets several nodes check repeatedly, and returns when each round began, in milliseconds from the start. */
async function watch(hours: number, { nodes = 2, seed = 'instance', restartEvery = Number.POSITIVE_INFINITY } = {}) {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const start = clock.now();
  const begun: number[] = [];
  const nodesOf = (life: number): readonly SharedInterval[] =>
    Array.from({ length: nodes }, (_, index) => intervalOf(store, clock, { nodeId: `${life}-${index}`, seed }));
  let living = nodesOf(0);
  await living[0]?.start();
  for (let scan = 1; scan <= (hours * PERIOD_MS) / SCAN_MS; scan += 1) {
    clock.advance(SCAN_MS);
    if (scan % restartEvery === 0) living = nodesOf(scan);
    const taken = await Promise.all(living.map((node) => node.take(PERIOD_MS)));
    for (const mine of taken) if (mine) begun.push(clock.now() - start);
  }
  return { rounds: begun, store, clock };
}

describe('a round', () => {
  it('is done by one node of all, once a period, with jitter', async () => {
    const { rounds } = await watch(40, { nodes: 3 });
    expect(rounds[0]).toBeGreaterThanOrEqual(PERIOD_MS / 2);
    const gaps = rounds.slice(1).map((at, index) => at - (rounds[index] ?? 0));
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(PERIOD_MS * 0.9);
      expect(gap).toBeLessThanOrEqual(PERIOD_MS * 1.1 + SCAN_MS);
    }
    expect(new Set(gaps).size).toBeGreaterThan(5);
  });

  it('is due again after its period if its tenant was removed and has come back', async () => {
    const store = createMemoryStore();
    await store.open();
    const clock = createFakeClock();
    const interval = intervalOf(store, clock);
    await interval.start();
    clock.advance(PERIOD_MS);
    expect(await interval.take(PERIOD_MS)).toBe(true);
    await store.remove('leases', {});
    clock.advance(2 * PERIOD_MS);
    expect(await interval.take(PERIOD_MS)).toBe(false);
    clock.advance(PERIOD_MS);
    expect(await interval.take(PERIOD_MS)).toBe(true);
  });

  it('begins at other times for other instances', async () => {
    const firsts = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (seed) => (await watch(2, { seed })).rounds[0]),
    );
    expect(new Set(firsts).size).toBeGreaterThan(2);
  });

  it('is neither skipped nor added by any number of restarts', async () => {
    const { rounds } = await watch(20);
    const restarted = await watch(20, { restartEvery: 7 });
    expect(restarted.rounds).toEqual(rounds);
  });

  it('follows a shorter period at once, and a clock that is set back', async () => {
    const { store, clock, rounds } = await watch(5);
    expect(rounds.length).toBeGreaterThan(2);
    clock.advance(SCAN_MS * 2);
    expect(await intervalOf(store, clock).take(SCAN_MS)).toBe(true);
    let back = 30 * PERIOD_MS;
    const node = intervalOf(store, { now: () => clock.now() - back });
    expect(await node.take(PERIOD_MS)).toBe(false);
    back = 28 * PERIOD_MS;
    expect(await node.take(PERIOD_MS)).toBe(true);
  });

  it('is read from the store only when it is due according to the last read', async () => {
    const store = createMemoryStore();
    await store.open();
    const clock = createFakeClock();
    let asked = 0;
    const find: Store['find'] = (...query) => {
      asked += 1;
      return store.find(...query);
    };
    const node = intervalOf({ ...store, find }, clock);
    const other = intervalOf(store, clock, { nodeId: 'b' });
    await node.start();
    const taken = { node: 0, other: 0 };
    for (let scan = 0; scan < (20 * PERIOD_MS) / SCAN_MS; scan += 1) {
      clock.advance(SCAN_MS);
      if (await other.take(PERIOD_MS)) taken.other += 1;
      if (await node.take(PERIOD_MS)) taken.node += 1;
    }
    expect(taken.other).toBeGreaterThanOrEqual(17);
    expect(taken.node).toBe(0);
    // Once for each round that the other one has begun.
    expect(asked).toBe(taken.other);
    // A shorter period counts at once.
    clock.advance(SCAN_MS);
    expect(await node.take(SCAN_MS / 2)).toBe(true);
  });

  it('is done by one of any number of nodes that check at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 9 }), fc.string(), async (nodes, seed) => {
        const { rounds } = await watch(3, { nodes, seed });
        expect(new Set(rounds).size).toBe(rounds.length);
      }),
      { numRuns: 20 },
    );
  });
});
