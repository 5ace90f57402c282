import { expect, it } from 'vitest';
import { type BatchItem, takeFirst } from './batch-items.ts';

/** Members by the number of their rows. */
const queueOf = (...sizes: number[]): BatchItem<number, void>[] =>
  sizes.map((size) => ({
    item: size,
    keys: Array.from({ length: size }, (_each, key) => key),
    identity: undefined,
    resolve: () => {},
    reject: () => {},
  }));

const itemsOf = (batchItems: readonly BatchItem<number, void>[]) => batchItems.map(({ item }) => item);

it.each([
  ['as many as may be', [[1, 1], [1], [1, 1]], 4, [1, 1, 1, 1], [[], [], [1]]],
  ['as many rows as may be, not looking behind what is too much', [[600], [41, 1], [2]], 9, [600], [[], [41, 1], [2]]],
  ['one that needs more, alone', [[700, 1], [1]], 9, [700], [[1], [1]]],
  ['nothing of nothing', [[], []], 9, [], [[], []]],
])('the first of queues are %s', (_name, sizes, most, taken, left) => {
  const queues = sizes.map((each) => queueOf(...each));
  expect(itemsOf(takeFirst(queues, most))).toEqual(taken);
  expect(queues.map(itemsOf)).toEqual(left);
});
