import { AsyncLocalStorage } from 'node:async_hooks';
import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { overrideStore, type StoreOverrides } from '../../../../tests/support/override-store.ts';
import { createMemoryStore } from '../../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore, TransactionOptions } from '../../../ports/store/store.ts';
import { createBatching } from './create-batching.ts';

class ForAll extends Error {}

interface Setup {
  /** The behaviour that a store overrides. */
  readonly overrides?: (store: AllTenantsStore) => StoreOverrides;
  readonly keysOf?: (item: number) => readonly number[];
  /** Says why a write fails, which it may take a while to find. */
  readonly refuses?: (items: readonly number[], options: TransactionOptions | undefined) => unknown;
}

/** Writes numbers, returns their tenfold, and notes which were written together. */
async function setUp({ overrides, refuses, keysOf = () => [] }: Setup = {}) {
  const given = createMemoryStore();
  await given.open();
  const store = overrideStore(given, overrides?.(given.allTenants) ?? {});
  const tries: (readonly number[])[] = [];
  const committed: number[] = [];
  const clock = createFakeClock();
  const optionsOf = new WeakMap<object, TransactionOptions | undefined>();
  const together = createBatching<number, number>({
    clock,
    store: {
      ...store.allTenants,
      transaction(work, chosen) {
        return store.allTenants.transaction((transaction) => {
          optionsOf.set(transaction, chosen);
          return work(transaction);
        }, chosen);
      },
    },
    async write(transaction, items) {
      tries.push(items);
      transaction.afterCommit(() => committed.push(...items));
      const reason = await refuses?.(items, optionsOf.get(transaction));
      if (reason) throw reason;
      return items.map((item) => item * 10);
    },
    isForWholeBatch: (error) => error instanceof ForAll,
    keysOf,
    identityOf: () => undefined,
    locks: { lockRow: async () => {}, tryLock: async () => new Set() },
  });
  return { store, clock, together, tries, committed };
}

const numbers = (count: number) => Array.from({ length: count }, (_each, number) => number);

const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

/** As on a server: transactions are open at the same time, and take some turns of the event loop to begin. */
function parallel(store: AllTenantsStore): StoreOverrides {
  return {
    shared: true,
    async transaction(work, options) {
      for (let turn = 0; turn < 3; turn += 1) await turnOfEventLoop();
      return store.transaction(work, options);
    },
  };
}

describe('an item that is written with others', () => {
  it('is written in one transaction, and has its own result', async () => {
    const { together, tries, committed } = await setUp();
    expect(await Promise.all(numbers(100).map(together))).toEqual(numbers(100).map((item) => item * 10));
    expect(tries.map(({ length }) => length)).toEqual([64, 36]);
    expect(committed).toEqual(numbers(100));
  });

  it('is written alone when it arrives alone', async () => {
    const { together, tries } = await setUp();
    for (const item of numbers(3)) await together(item);
    expect(tries).toEqual([[0], [1], [2]]);
  });

  it('waits while two transactions are open on a store with several writers', async () => {
    const { together, tries } = await setUp({ overrides: parallel });
    const first = together(0);
    await turnOfEventLoop();
    const rest = numbers(200).map(together);
    await Promise.all([first, ...rest]);
    expect(tries.map(({ length }) => length)).toEqual([64, 64, 64, 9]);
  });

  it.each([true, false])('fails alone when it alone is refused (shared: %s)', async (shared) => {
    const { together, committed } = await setUp({
      ...(shared && { overrides: parallel }),
      refuses: (items) => items.includes(3) && new Error('not this one'),
    });
    const ends = await Promise.allSettled(numbers(6).map(together));
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true, true]);
    expect(committed.toSorted()).toEqual([0, 1, 2, 4, 5]);
  });

  it('keeps its order on a store with one writer, even if one item is refused', async () => {
    const { together, committed } = await setUp({
      refuses: (items) => items.includes(10) && new Error('not this one'),
    });
    await Promise.allSettled(numbers(200).map(together));
    expect(committed).toEqual(numbers(200).filter((item) => item !== 10));
  });

  it('fails with all others if the failure concerns all of them', async () => {
    const { together, tries, committed } = await setUp({ refuses: () => new ForAll() });
    const ends = await Promise.allSettled(numbers(3).map(together));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(tries).toHaveLength(1);
    expect(committed).toEqual([]);
  });

  it('is not written again when the commit fails, because it may have succeeded', async () => {
    const { together, tries } = await setUp({
      overrides: (store) => ({
        async transaction(work, options) {
          await store.transaction(work, options);
          throw new Error('the connection broke');
        },
      }),
    });
    const ends = await Promise.allSettled(numbers(3).map(together));
    expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(
      Array(3).fill('the connection broke'),
    );
    expect(tries).toEqual([[0, 1, 2]]);
  });

  it('is rejected with all others if no transaction can begin, and later ones are written', async () => {
    let isAway = true;
    const { together } = await setUp({
      overrides: (store) => ({
        transaction: async (work, options) => {
          if (isAway) throw new Error('no server');
          return store.transaction(work, options);
        },
      }),
    });
    const ends = await Promise.allSettled(numbers(70).map(together));
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(70);
    isAway = false;
    expect(await together(1)).toBe(10);
  });

  it.each(['while it begins', 'once it has begun'])(
    'is written despite a transaction that never ends, %s',
    async (when) => {
      let stuck = 2;
      const { clock, together, tries } = await setUp({
        overrides: (store) => ({
          shared: true,
          transaction: (work, options) => {
            if (stuck === 0) return store.transaction(work, options);
            stuck -= 1;
            if (when === 'once it has begun') void store.transaction(work, options);
            return new Promise(() => {});
          },
        }),
      });
      const written: number[] = [];
      const write = async (item: number) => written.push(await together(item));
      for (const item of [1, 2, 3, 4]) {
        void write(item);
        await turnOfEventLoop();
      }
      expect(written).toEqual([]);
      clock.advance(999);
      await turnOfEventLoop();
      expect(written).toEqual([]);
      clock.advance(1);
      await turnOfEventLoop();
      clock.advance(1000);
      await turnOfEventLoop();
      expect(written).toEqual(when === 'while it begins' ? [10, 20, 30, 40] : [30, 40]);
      expect(await together(5)).toBe(50);
      expect(tries.flat()).toEqual([1, 2, 3, 4, 5]);
    },
  );

  it('is retried once if a transaction does not begin, because a single connection may be broken', async () => {
    let failures = 1;
    const { together } = await setUp({
      overrides: (store) => ({
        shared: true,
        async transaction(work, options) {
          failures -= 1;
          if (failures >= 0) throw new Error('no connection');
          return store.transaction(work, options);
        },
      }),
    });
    expect(await Promise.all(numbers(3).map(together))).toEqual([0, 10, 20]);
    failures = 2;
    const ends = await Promise.allSettled(numbers(3).map(together));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('does not wait for the previous commit on a store with one writer', async () => {
    let commit = () => {};
    let begun = 0;
    const { together, tries } = await setUp({
      overrides: (store) => ({
        async transaction(work, options) {
          begun += 1;
          const isSlow = begun <= 2;
          const result = await store.transaction(work, options);
          if (isSlow) {
            await new Promise<void>((resolve) => {
              const others = commit;
              commit = () => {
                resolve();
                others();
              };
            });
          }
          return result;
        },
      }),
    });
    const first = together(0);
    await turnOfEventLoop();
    const second = together(1);
    await turnOfEventLoop();
    for (const item of [2, 3]) expect(await together(item)).toBe(item * 10);
    expect(tries).toEqual([[0], [1], [2], [3]]);
    commit();
    expect(await Promise.all([first, second])).toEqual([0, 10]);
  });

  it('is written in a transaction that is marked as brief', async () => {
    const seen: (TransactionOptions | undefined)[] = [];
    const { together } = await setUp({
      refuses: (_items, options) => {
        seen.push(options);
      },
    });
    await together(0);
    expect(seen).toEqual([{ brief: true, lockTimeoutMs: 100 }]);
  });

  it('is rejected at once with all others if no transaction can begin for long', async () => {
    const begun: ((reason: Error) => void)[] = [];
    const { clock, together, tries } = await setUp({
      overrides: () => ({ shared: true, transaction: () => new Promise((_resolve, reject) => begun.push(reject)) }),
    });
    const ends = Promise.allSettled(numbers(100).map(together));
    clock.advance(1000);
    begun[0]?.(new Error('no connection'));
    expect((await ends).every(({ status }) => status === 'rejected')).toBe(true);
    expect(tries).toEqual([]);
  });

  it('locks a limited number of rows, unless one item needs more', async () => {
    const { together, tries } = await setUp({ keysOf: (item) => numbers(item === 5 ? 1000 : 200) });
    await Promise.all(numbers(10).map(together));
    expect(tries).toEqual([[0, 1, 2], [3, 4], [5], [6, 7, 8], [9]]);
  });

  it('is written once by a transaction that the store retries', async () => {
    const { together, tries } = await setUp({
      overrides: (store) => ({
        async transaction(work, options) {
          await store.transaction(work, options);
          return store.transaction(work, options);
        },
      }),
    });
    const first = together(0);
    const second = Promise.resolve().then(() => together(1));
    expect(await Promise.all([first, second])).toEqual([0, 10]);
    expect(tries.toSorted()).toEqual([[0], [0], [1], [1]]);
  });
});

it('refuses a write outside an open transaction, and continues outside the context of other callers', async () => {
  const { store, together } = await setUp();
  const request = new AsyncLocalStorage<string>();
  await store.transaction(async () => {
    await expect(together(1)).rejects.toMatchObject({ code: 'STORE_TRANSACTION_NESTED' });
  });
  const seen = numbers(3).map((item) =>
    request.run(`request ${item}`, async () => {
      await together(item);
      return request.getStore();
    }),
  );
  expect(await Promise.all(seen)).toEqual(['request 0', 'request 1', 'request 2']);
});

it('writes items alone on a store without insideTransaction', async () => {
  const { together, tries } = await setUp({ overrides: () => ({ insideTransaction: undefined as never }) });
  await Promise.all(numbers(3).map(together));
  expect(tries).toEqual([[0], [1], [2]]);
});
