import { createFakeClock } from '@portcullis/testing';
import { expect, it, vi } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

const HOUR_MS = 3_600_000;

it('publications at the same moment share one count of the stored bytes', async () => {
  const clock = createFakeClock();
  const budget = createByteBudget(clock);
  const find = vi.fn(async () => []);
  const reserveMany = () =>
    Promise.all(Array.from({ length: 5 }, () => budget.reserve('acme', 1, 100, { find: find as never })));
  await reserveMany();
  const readsOfOne = find.mock.calls.length;
  clock.advance(HOUR_MS);
  await reserveMany();
  expect(find).toHaveBeenCalledTimes(2 * readsOfOne);
});

it('a count that fails with the transaction of its caller does not fail the publications of others', async () => {
  const budget = createByteBudget(createFakeClock());
  const { promise, reject } = Promise.withResolvers<never>();
  const find = vi.fn(async () => []);
  const first = budget.reserve('acme', 1, 100, { find: (() => promise) as never });
  const others = [1, 2].map(() => budget.reserve('acme', 1, 100, { find: find as never }));
  reject(new Error('The transaction was rolled back.'));
  await expect(first).rejects.toThrow('rolled back');
  expect(await Promise.all(others)).toEqual([expect.any(Function), expect.any(Function)]);
  // The events and the attempts, once for both.
  expect(find).toHaveBeenCalledTimes(2);
});
