import { expect, it, vi } from 'vitest';
import { createBatchedRead } from './batched-read.ts';

/** A read of upper-case texts, and the keys of each query. */
function setUp() {
  const query = vi.fn(async (keys: readonly string[]) => {
    if (keys.includes('bad')) throw new Error('The store is not available.');
    return (key: string) => key.toUpperCase();
  });
  return { query, read: createBatchedRead(query) };
}

it('reads the keys of concurrent calls with one query', async () => {
  const { query, read } = setUp();
  expect(await Promise.all([read('a'), read('b'), read('a')])).toEqual(['A', 'B', 'A']);
  expect(query.mock.calls).toEqual([[['a', 'b', 'a']]]);
});

it('begins another query for a call that is made during the first', async () => {
  const { query, read } = setUp();
  const first = read('a');
  await Promise.resolve();
  expect(await Promise.all([first, read('b')])).toEqual(['A', 'B']);
  expect(query.mock.calls).toEqual([[['a']], [['b']]]);
});

it('rejects all calls of a failed query, and no later one', async () => {
  const { read } = setUp();
  const outcomes = await Promise.allSettled([read('a'), read('bad')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read('a')).toBe('A');
});

it('reads the key of a caller that must be alone with a query of its own', async () => {
  let isAlone = false;
  const query = vi.fn(async (_keys: readonly string[]) => (key: string) => key.toUpperCase());
  const read = createBatchedRead(query, () => isAlone);
  const first = read('a');
  isAlone = true;
  const second = read('b');
  isAlone = false;
  expect(await Promise.all([first, second, read('c')])).toEqual(['A', 'B', 'C']);
  expect(query.mock.calls).toEqual([[['b']], [['a', 'c']]]);
});
