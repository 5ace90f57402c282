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
