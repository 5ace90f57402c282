import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PartitionedHistory, partsByTime } from './parts-by-time.ts';

const PART = 20_000;

/** The history with attempts of given times. */
function historyOf(times: readonly number[], shared = false): PartitionedHistory {
  const sorted = times.toSorted((left, right) => left - right);
  return {
    shared,
    async find({ offset = 0, limit }, { gte, lt = Number.POSITIVE_INFINITY }) {
      const found = sorted.filter((time) => time >= gte && time < lt);
      return found.slice(offset, offset + (limit ?? 0)).map((createdAt) => ({ createdAt }));
    },
  };
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

it('each attempt is in one part, and parts of different times have at most 20,000', async () => {
  const runs = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(1, 300, 15_000, 30_000)), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(runs, fc.option(fc.integer({ min: 0, max: 10 }), { nil: undefined }), async (given, before) => {
      const times = given.flatMap(([time, count]) => Array.from({ length: count }, () => time));
      const parts = await collect(partsByTime(historyOf(times), before));
      const counts = parts.map(({ gte, lt = Number.POSITIVE_INFINITY }) => {
        const inside = times.filter((time) => time >= gte && time < lt);
        expect(inside.length <= PART || new Set(inside).size === 1).toBe(true);
        return inside.length;
      });
      const all = times.filter((time) => time < (before ?? Number.POSITIVE_INFINITY));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
    }),
    { numRuns: 50 },
  );
});

it('a store of several processes is queried once', async () => {
  const times = Array.from({ length: 50_000 }, (_, index) => index);
  expect(await collect(partsByTime(historyOf(times, true), 9))).toEqual([{ gte: 0, lt: 9 }]);
});
