import { createFakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { startRounds, takeRound } from './take-round.ts';

const PERIOD_MS = 3_600_000;
const LOOK_MS = 60_000;

/** Lets several nodes look again and again, and says when a round began, in milliseconds from the start. */
async function watch(hours: number, { nodes = 2, seed = 'instance', restartEvery = Number.POSITIVE_INFINITY } = {}) {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const start = clock.now();
  const rounds: number[] = [];
  await startRounds({ store, clock, nodeId: 'first' }, 'round');
  let life = 0;
  for (let look = 1; look <= (hours * PERIOD_MS) / LOOK_MS; look += 1) {
    clock.advance(LOOK_MS);
    if (look % restartEvery === 0) life += 1;
    const ids = Array.from({ length: nodes }, (_, index) => `${life}-${index}`);
    const round = { name: 'round', periodMs: PERIOD_MS };
    const taken = await Promise.all(ids.map((nodeId) => takeRound({ store, clock, nodeId }, round, seed)));
    for (const mine of taken) if (mine) rounds.push(clock.now() - start);
  }
  return { rounds, store, clock };
}

describe('a round', () => {
  it('is done by one node of all, once a period, with jitter', async () => {
    const { rounds } = await watch(40, { nodes: 3 });
    expect(rounds[0]).toBeGreaterThanOrEqual(PERIOD_MS / 2);
    const gaps = rounds.slice(1).map((at, index) => at - (rounds[index] ?? 0));
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(PERIOD_MS * 0.9);
      expect(gap).toBeLessThanOrEqual(PERIOD_MS * 1.1 + LOOK_MS);
    }
    expect(new Set(gaps).size).toBeGreaterThan(5);
  });

  it('begins at other times for other instances', async () => {
    const firsts = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (seed) => (await watch(2, { seed })).rounds[0]),
    );
    expect(new Set(firsts).size).toBeGreaterThan(2);
  });

  it('is neither skipped nor added by restarts, however often they come', async () => {
    const { rounds } = await watch(20);
    const restarted = await watch(20, { restartEvery: 7 });
    expect(restarted.rounds).toEqual(rounds);
  });

  it('follows a shorter period at once, and a clock that is set back', async () => {
    const { store, clock, rounds } = await watch(5);
    expect(rounds.length).toBeGreaterThan(2);
    const holder = { store, clock, nodeId: 'a' };
    clock.advance(LOOK_MS * 2);
    expect(await takeRound(holder, { name: 'round', periodMs: LOOK_MS }, 's')).toBe(true);
    const back = { ...clock, now: () => clock.now() - 30 * PERIOD_MS };
    const past = { store, clock: back, nodeId: 'a' };
    expect(await takeRound(past, { name: 'round', periodMs: PERIOD_MS }, 's')).toBe(false);
    const later = { ...clock, now: () => clock.now() - 28 * PERIOD_MS };
    expect(await takeRound({ store, clock: later, nodeId: 'a' }, { name: 'round', periodMs: PERIOD_MS }, 's')).toBe(
      true,
    );
  });

  it('goes to one of any number of nodes that look at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 9 }), fc.string(), async (nodes, seed) => {
        const { rounds } = await watch(3, { nodes, seed });
        expect(new Set(rounds).size).toBe(rounds.length);
      }),
      { numRuns: 20 },
    );
  });
});
