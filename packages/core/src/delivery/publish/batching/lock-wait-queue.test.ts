import { AsyncLocalStorage } from 'node:async_hooks';
import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createLockingStore, type LockingStore } from '../../../../tests/support/create-locking-store.ts';
import type { AllTenantsTransaction } from '../../../ports/store/store.ts';
import { createBatching } from './create-batching.ts';

type Overridable = Pick<LockingStore, 'tryLock' | 'disconnect'> & Pick<LockingStore['allTenants'], 'transaction'>;

interface Setup {
  readonly keysOf: (item: number) => readonly number[];
  readonly identityOf?: (item: number) => string | undefined;
  /** The behaviour that a store overrides. */
  readonly overrides?: (store: Overridable) => Partial<Overridable>;
  /** Says why items cannot be written, which it may take a while to find. */
  readonly refuses?: (items: readonly number[], transaction: AllTenantsTransaction) => unknown;
}

/** Writes numbers that lock rows, in a time that passes as told. */
async function setUp({ keysOf, identityOf = () => undefined, overrides, refuses }: Setup) {
  const clock = createFakeClock();
  const given = await createLockingStore(clock);
  const { transaction = given.allTenants.transaction, ...locks } =
    overrides?.({ ...given, transaction: given.allTenants.transaction }) ?? {};
  const store: LockingStore = { ...given, ...locks, allTenants: { ...given.allTenants, transaction } };
  const tries: (readonly number[])[] = [];
  const committed: number[] = [];
  const together = createBatching<number, number>({
    clock,
    store: store.allTenants,
    async write(transaction, items) {
      tries.push(items);
      const reason = await refuses?.(items, transaction);
      const keys = new Set(items.flatMap(keysOf));
      for (const key of [...keys].toSorted((one, other) => one - other)) await store.lock(transaction, Number(key));
      if (reason) throw reason;
      transaction.afterCommit(() => committed.push(...items));
      return items.map((item) => item * 10);
    },
    isForWholeBatch: () => false,
    keysOf,
    identityOf,
    locks: {
      lockRow: (transaction, key) => store.lock(transaction, Number(key)),
      tryLock: (transaction, keys) => store.tryLock(transaction, keys.map(Number)),
    },
  });
  /** Lets time pass, and all that is due go as far as it gets. */
  const pass = async (milliseconds: number, observe: () => void = () => {}) => {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      clock.advance(10);
      for (let tick = 0; tick < 8; tick += 1) await turnOfEventLoop();
      observe();
    }
  };
  const write = (...items: number[]) => Promise.allSettled(items.map(together));
  return { store, clock, together, write, tries, committed, pass };
}

const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_each, number) => from + number);

describe('a locked row', () => {
  it('blocks only the items that need it', async () => {
    const { store, write, committed, pass } = await setUp({ keysOf: (item) => [item % 10] });
    const release = await store.hold(0);
    const ends = write(...numbers(60));
    await pass(150);
    expect(committed.toSorted((one, other) => one - other)).toEqual(numbers(60).filter((item) => item % 10 > 0));
    const late = write(60, 61, 70);
    await pass(10);
    expect(committed.slice(54)).toEqual([61]);
    release();
    await pass(50);
    expect(committed.slice(55)).toEqual([0, 10, 20, 30, 40, 50, 60, 70]);
    expect([...(await ends), ...(await late)].every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('is waited for without a lock on another row', async () => {
    const { store, write, committed, pass } = await setUp({ keysOf: (item) => (item === 0 ? numbers(10) : [item]) });
    const release = await store.hold(5);
    void write(0);
    await pass(120);
    const seen = new Set<string>();
    await pass(2000, () => seen.add(String(store.locked())));
    expect([...seen]).toEqual(['5']);
    await write(1);
    expect(committed).toEqual([1]);
    release();
    await pass(50);
    expect(committed).toEqual([1, 0]);
  });

  it('blocks an item until every row that it needs is free', async () => {
    const { store, write, committed, pass } = await setUp({ keysOf: (item) => (item === 1 ? [1, 2] : [item]) });
    const releases = [await store.hold(1), await store.hold(2)];
    void write(1);
    await pass(200);
    releases[0]?.();
    await pass(100);
    expect(committed).toEqual([]);
    await pass(50);
    void write(2);
    await pass(20);
    releases[1]?.();
    await pass(60);
    expect(committed).toEqual([1, 2]);
  });

  it('blocks later items without another try', async () => {
    const { store, write, tries, pass } = await setUp({ keysOf: (item) => [item % 10] });
    const release = await store.hold(0);
    void write(0);
    await pass(10);
    // These are there before it is known.
    void write(10, 1);
    await pass(150);
    const before = tries.length;
    void write(20, 30);
    await pass(1000);
    expect(tries.slice(before)).toEqual([]);
    release();
    await pass(50);
    expect(tries.slice(before)).toEqual([[0, 10, 20, 30]]);
    void write(40);
    await pass(10);
    expect(tries.at(-1)).toEqual([40]);
  });

  it('blocks unwritten items without another try once it is found', async () => {
    const { store, write, tries, pass } = await setUp({ keysOf: (item) => [item % 100] });
    await store.hold(0);
    void write(0);
    await pass(10);
    void write(100);
    await pass(10);
    // Two are under way.
    void write(200, 1);
    await pass(150);
    expect(tries).toEqual([[0], [100], [1]]);
  });

  it('is waited for by more items than fit into a batch, in their order', async () => {
    const { store, write, tries, committed, pass } = await setUp({ keysOf: () => [0] });
    const release = await store.hold(0);
    void write(0);
    await pass(150);
    void write(...numbers(399, 1));
    release();
    await pass(60);
    expect(committed).toEqual(numbers(400));
    // The first ones at once, since the row may be held again in a moment.
    expect(tries.map(({ length }) => length)).toEqual([1, 256, 64, 64, 16]);
  });

  it('is queued for when other transactions hold it again and again, and left to them after the time limit', async () => {
    const { store, clock, write, committed, pass } = await setUp({ keysOf: (item) => [item] });
    let isBusy = true;
    const occupy = async () => {
      while (isBusy) {
        const release = await store.hold(0);
        await new Promise<void>((resolve) => clock.after(90, resolve));
        release();
      }
    };
    const others = [occupy(), occupy(), occupy()];
    await pass(10);
    void write(0);
    await pass(550);
    expect(committed).toEqual([]);
    await pass(450);
    expect(committed).toEqual([0]);
    isBusy = false;
    await pass(300);
    await Promise.all(others);
  });

  it('is queued for by one transaction at a time, and not without a pause', async () => {
    const { store, write, pass } = await setUp({ keysOf: (item) => [item] });
    for (const key of numbers(3)) await store.hold(key);
    const queued: number[] = [];
    const { lock } = store;
    store.lock = async (owner, key) => {
      queued.push(key);
      await lock(owner, key);
    };
    void write(0, 1, 2);
    await pass(5000);
    // The first is the batch that found out.
    expect(queued).toEqual([0, 0, 1, 2, 0]);
  });

  it('is checked in turn if more rows are locked than one transaction locks', async () => {
    const { store, write, committed, pass } = await setUp({ keysOf: (item) => [item] });
    const releases = await Promise.all(numbers(1500).map((key) => store.hold(key)));
    void write(...numbers(1500));
    await pass(3500);
    expect(committed).toEqual([]);
    for (const key of [3, 700, 1400]) releases[key]?.();
    await pass(200);
    expect(committed.toSorted((one, other) => one - other)).toEqual([3, 700, 1400]);
  });

  it('counts as locked while the locked row is unknown', async () => {
    let isBroken = true;
    const { store, write, committed, pass } = await setUp({
      keysOf: (item) => [item],
      overrides: ({ tryLock }) => ({
        async tryLock(owner, keys) {
          if (!isBroken) return tryLock(owner, keys);
          isBroken = false;
          throw new Error('no response');
        },
      }),
    });
    await store.hold(0);
    void write(0, 1);
    await pass(200);
    expect(committed).toEqual([1]);
  });

  it('rejects all waiting items when two transactions in a row cannot begin', async () => {
    let failures = 0;
    const { store, write, committed, pass } = await setUp({
      keysOf: (item) => [item % 10],
      overrides: ({ transaction }) => ({
        async transaction(work, options) {
          failures -= 1;
          if (failures >= 0) throw new Error('no connection');
          return transaction(work, options);
        },
      }),
    });
    const release = await store.hold(0);
    const ends = write(0);
    let isOver = false;
    void ends.then(() => {
      isOver = true;
    });
    await pass(200);
    for (let time = 0; time < 2; time += 1) {
      failures = 1;
      await pass(100);
    }
    expect(isOver).toBe(false);
    failures = 2;
    await pass(100);
    expect(isOver).toBe(true);
    expect(await ends).toMatchObject([{ status: 'rejected', reason: { message: 'no connection' } }]);
    // From here on, everything behaves as if no item had waited.
    failures = 0;
    release();
    void write(10);
    await pass(10);
    expect(committed).toEqual([10]);
    await store.hold(0);
    isOver = false;
    void write(20).then(() => {
      isOver = true;
    });
    await pass(200);
    failures = 1;
    await pass(100);
    expect(isOver).toBe(false);
  });

  it('is waited for without the context of a caller', async () => {
    const request = new AsyncLocalStorage<string>();
    const contexts = new Set<string | undefined>();
    const { store, write, committed, pass } = await setUp({
      keysOf: (item) => [item],
      refuses: () => void contexts.add(request.getStore()),
    });
    const release = await store.hold(0);
    void request.run('one', () => write(0));
    await request.run('another', () => pass(150));
    release();
    await request.run('another', () => pass(60));
    expect(committed).toEqual([0]);
    expect([...contexts]).toEqual([undefined]);
  });

  it('blocks an item until it is refused for another reason', async () => {
    const { store, write, committed, pass } = await setUp({
      keysOf: (item) => [item % 10],
      refuses: (items) => items.includes(10) && new Error('not this one'),
    });
    const release = await store.hold(0);
    const ends = write(0, 10, 20);
    await pass(150);
    release();
    await pass(60);
    expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(committed).toEqual([0, 20]);
  });

  it('is not tried again when the commit fails, because it may have succeeded', async () => {
    let isBroken = false;
    const { store, write, tries, pass } = await setUp({
      keysOf: (item) => [item],
      overrides: ({ transaction }) => ({
        async transaction(work, options) {
          const result = await transaction(work, options);
          if (isBroken) throw new Error('the connection broke');
          return result;
        },
      }),
    });
    const release = await store.hold(0);
    const ends = write(0);
    await pass(150);
    isBroken = true;
    release();
    await pass(100);
    expect(await ends).toMatchObject([{ status: 'rejected', reason: { message: 'the connection broke' } }]);
    expect(tries).toEqual([[0], [0]]);
  });

  it.each([
    ['before it knows the webhooks', 1],
    ['when it knows', 2],
  ])(
    'is checked again when a connection stops responding, %s, and its items are written once',
    async (_when, silentAt) => {
      let resume: (() => void) | undefined;
      let attempts = Number.NEGATIVE_INFINITY;
      const { store, write, tries, committed, pass } = await setUp({
        keysOf: (item) => (item === 0 ? [0, 1] : [item]),
        overrides: ({ tryLock, disconnect }) => ({
          async tryLock(owner, keys) {
            const held = await tryLock(owner, keys);
            attempts += 1;
            if (attempts !== silentAt) return held;
            // The server has noticed that the connection is gone; the client has not.
            disconnect(owner);
            await new Promise<void>((resolve) => {
              resume = resolve;
            });
            return held;
          },
        }),
      });
      const release = await store.hold(0);
      const ends = write(0);
      await pass(150);
      release();
      attempts = 0;
      await pass(2900);
      expect(committed).toEqual([]);
      await pass(200);
      expect(await ends).toMatchObject([{ value: 0 }]);
      resume?.();
      await pass(300);
      expect(committed).toEqual([0]);
      expect(tries).toEqual([[0], [0]]);
    },
  );

  it('is checked every 50 ms while an item waits, and not after', async () => {
    let attempts = 0;
    const { store, write, committed, pass } = await setUp({
      keysOf: (item) => [item],
      overrides: ({ tryLock }) => ({
        tryLock(owner, keys) {
          attempts += 1;
          return tryLock(owner, keys);
        },
      }),
    });
    const releases = await Promise.all(numbers(4).map((key) => store.hold(key)));
    for (const item of numbers(4)) {
      void write(item);
      await pass(20);
    }
    await pass(400);
    attempts = 0;
    await pass(1000);
    expect(attempts).toBeGreaterThanOrEqual(19);
    expect(attempts).toBeLessThanOrEqual(21);
    for (const release of releases) release();
    await pass(100);
    expect(committed.toSorted()).toEqual(numbers(4));
    attempts = 0;
    await pass(1000);
    expect(attempts).toBe(0);
  });

  it('blocks no item after a check that the store retried', async () => {
    let failing = 0;
    const { store, write, committed, pass } = await setUp({
      keysOf: (item) => (item === 0 ? [0, 1] : [item]),
      overrides: ({ transaction, tryLock }) => ({
        transaction: (work, options) => transaction(work, options).catch(() => transaction(work, options)),
        async tryLock(owner, keys) {
          failing -= 1;
          if (failing === 0) throw new Error('a deadlock');
          return tryLock(owner, keys);
        },
      }),
    });
    const release = await store.hold(0);
    void write(0);
    await pass(300);
    release();
    failing = 2;
    await pass(60);
    expect(committed).toEqual([0]);
  });

  it('leads to one result for an item whose transaction the store retries', async () => {
    let isRepeated = false;
    const { store, write, committed, pass } = await setUp({
      keysOf: (item) => [item],
      overrides: ({ transaction }) => ({
        async transaction(work, options) {
          if (isRepeated) await transaction(work, options);
          return transaction(work, options);
        },
      }),
    });
    const release = await store.hold(0);
    const ends = write(0);
    await pass(150);
    isRepeated = true;
    release();
    await pass(60);
    expect(await ends).toMatchObject([{ value: 0 }]);
    expect(committed).toMatchObject([0, 0]);
  });
});

describe('an item that waits for another lock than that of a row', () => {
  /** Items below 100 wait for an idempotency key that an open transaction uses. */
  async function setUpWithUsedKey() {
    let isOpen = true;
    const setup = await setUp({
      keysOf: (item) => [item],
      identityOf: (item) => (item < 100 ? 'used' : `unused ${item}`),
      async refuses(items, transaction) {
        if (isOpen && items.some((item) => item < 100)) await setup.store.lock(transaction, -1);
      },
    });
    const release = await setup.store.hold(-1);
    const close = () => {
      isOpen = false;
      release();
    };
    return { ...setup, close };
  }

  it('is written alone, and blocks the other items of its batch only briefly', async () => {
    const { write, committed, pass, close } = await setUpWithUsedKey();
    void write(0, 100, 101);
    await pass(250);
    expect(committed).toEqual([100, 101]);
    close();
    await pass(50);
    expect(committed).toEqual([100, 101, 0]);
  });

  it('takes one connection, even with many equal items', async () => {
    const { write, committed, pass, close } = await setUpWithUsedKey();
    void write(0, 1, 2, 3);
    await pass(2500);
    void write(...numbers(20, 100), 4);
    void write(...numbers(20, 200), 5);
    await pass(20);
    expect(committed).toHaveLength(40);
    close();
    await pass(50);
    expect(committed.slice(40).toSorted()).toEqual(numbers(6));
  });

  it('is written together with equal items, and blocks no other item', async () => {
    const { write, tries, committed, pass, close } = await setUpWithUsedKey();
    void write(0);
    await pass(1500);
    const before = tries.length;
    void write(1, 2, 100);
    await pass(20);
    expect(committed).toEqual([100]);
    expect(tries.slice(before)).toEqual([[100]]);
    await pass(3000);
    close();
    await pass(50);
    expect(committed).toEqual([100, 0, 1, 2]);
    void write(3);
    await pass(10);
    expect(committed.at(-1)).toBe(3);
  });
});
