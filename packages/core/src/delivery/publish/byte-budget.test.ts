import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it, vi } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

const HOUR_MS = 3_600_000;

it('publications at the same moment share one count of the stored bytes', async () => {
  const clock = createFakeClock();
  const budget = createByteBudget(clock);
  const find = vi.fn(async () => []);
  const reserveMany = () =>
    Promise.all(Array.from({ length: 5 }, () => budget.reserve('acme', 1, 100, { store: { find: find as never } })));
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
  const first = budget.reserve('acme', 1, 100, { store: { find: (() => promise) as never } });
  const others = [1, 2].map(() => budget.reserve('acme', 1, 100, { store: { find: find as never } }));
  reject(new Error('The transaction was rolled back.'));
  await expect(first).rejects.toThrow('rolled back');
  expect(await Promise.all(others)).not.toContain(undefined);
  // The events and the attempts, once for both.
  expect(find).toHaveBeenCalledTimes(2);
});

it('bytes in a transaction of the host count in the same transaction, and elsewhere when they are confirmed', async () => {
  const budget = createByteBudget(createFakeClock());
  const store = { find: (async () => []) as never };
  const isPermitted = async (bytes: number, open?: typeof store) => {
    const reservation = await budget.reserve('acme', bytes, 100, { store, open });
    reservation?.release();
    return reservation !== undefined;
  };
  const open = { ...store };
  const reservation = await budget.reserve('acme', 60, 100, { store, open });
  expect(await isPermitted(50, open)).toBe(false);
  expect(await isPermitted(100)).toBe(true);
  reservation?.confirm?.();
  expect(await isPermitted(50)).toBe(false);
  expect(await isPermitted(40)).toBe(true);
});

it('a count in a transaction of the host does not include the bytes of that transaction', async () => {
  const clock = createFakeClock();
  const budget = createByteBudget(clock);
  const events: { readonly payload: Uint8Array }[] = [];
  const find = (async (table: string) => (table === 'events' ? events : [])) as never;
  const store = { find };
  const open = { find };
  await budget.reserve('acme', 60, 100, { store, open });
  events.push({ payload: new Uint8Array(60) });
  clock.advance(HOUR_MS);
  expect(await budget.reserve('acme', 40, 100, { store, open })).toBeDefined();
  expect(await budget.reserve('acme', 100, 100, { store })).toBeDefined();
});

describe('bytes in a transaction that the host joins for each notification', () => {
  const setUp = () => {
    const clock = createFakeClock();
    const budget = createByteBudget(clock);
    const store = { find: (async () => []) as never };
    const reserve = (bytes: number, open?: object) =>
      budget.reserve('acme', bytes, 100, { store, ...(open && { open: { ...store, joined: true, ...open } }) });
    return { clock, reserve };
  };

  it('count together, but not for other publications', async () => {
    const { reserve } = setUp();
    const first = await reserve(60, {});
    expect(await reserve(50, {})).toBeUndefined();
    const second = await reserve(40, {});
    const other = await reserve(100);
    expect(other).toBeDefined();
    other?.release();
    first?.confirm?.();
    second?.release();
    expect(await reserve(50, {})).toBeUndefined();
    expect(await reserve(40, {})).toBeDefined();
  });

  it('count for a minute if it is neither committed nor known to be rolled back', async () => {
    const { clock, reserve } = setUp();
    await reserve(60, {});
    clock.advance(59_999);
    expect(await reserve(50, {})).toBeUndefined();
    clock.advance(1);
    expect(await reserve(50, {})).toBeDefined();
  });

  it('are counted outside of it, since it sees rows that are not committed', async () => {
    const { reserve } = setUp();
    const find = vi.fn(async () => []);
    await reserve(60, { find });
    expect(find).not.toHaveBeenCalled();
  });
});
