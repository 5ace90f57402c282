import { AsyncLocalStorage } from 'node:async_hooks';
import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createLockingStore, type LockingStore } from '../../../../tests/support/create-locking-store.ts';
import { createIndividualWriter } from './individual-writer.ts';

type Overridable = Pick<LockingStore['allTenants'], 'transaction'>;

interface Item {
  readonly name: string;
  readonly key?: number;
  readonly identity?: string;
}

/** Writes items alone, of which those with a key wait for a row. */
async function setUp({ begin }: { begin?: (store: Overridable) => Partial<Overridable> } = {}) {
  const clock = createFakeClock();
  const given = await createLockingStore(clock);
  const { transaction } = { transaction: given.allTenants.transaction };
  const overridden = begin?.({ ...given, transaction });
  const store = { ...given, allTenants: { ...given.allTenants, transaction, ...overridden } };
  const tries: string[] = [];
  const ends: string[] = [];
  const request = new AsyncLocalStorage<string>();
  const contexts = new Set<string | undefined>();
  const alone = request.run('who made it', () =>
    createIndividualWriter<Item, string>(
      {
        store: store.allTenants,
        async write(transaction, items) {
          contexts.add(request.getStore());
          tries.push(items.map(({ name }) => name).join());
          for (const { key } of items) if (key !== undefined) await store.lock(transaction, key);
          if (items.some(({ name }) => name === 'bad')) throw new Error('not this one');
          return items.map(({ name }) => name);
        },
        isForWholeBatch: () => false,
      },
      clock,
    ),
  );
  const batchItem = (item: Item) => ({
    item,
    keys: [],
    identity: item.identity,
    resolve: (name: string) => ends.push(name),
    reject: () => ends.push(`not ${item.name}`),
  });
  const write = (...items: Item[]) => request.run('who calls', () => alone.write(items.map(batchItem)));
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      clock.advance(100);
      for (let tick = 0; tick < 8; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { store, alone, batchItem, write, pass, tries, ends, contexts };
}

describe('an item that is retried individually', () => {
  it('is one of two at a time, outside the context of other callers', async () => {
    const { store, write, pass, tries, ends, contexts } = await setUp();
    await store.hold(1);
    write({ name: 'a', key: 1 });
    write({ name: 'b', key: 1 });
    write({ name: 'c' });
    await pass(200);
    expect(tries).toEqual(['a', 'b']);
    // They let others try.
    await pass(1000);
    expect(ends).toEqual(['c']);
    expect(tries.slice(2)).toEqual(expect.arrayContaining(['c', 'a', 'b']));
    expect([...contexts]).toEqual(['who made it']);
  });

  it('is written alone if one item of its batch is refused', async () => {
    const { write, pass, tries, ends } = await setUp();
    write({ name: 'a' }, { name: 'bad' }, { name: 'b' });
    await pass(100);
    expect(tries).toEqual(['a,bad,b', 'a', 'bad', 'b']);
    expect(ends.toSorted()).toEqual(['a', 'b', 'not bad']);
  });

  it('is written alone if one item of its batch is blocked', async () => {
    const { store, write, pass, ends } = await setUp();
    const release = await store.hold(1);
    write({ name: 'a' }, { name: 'b', key: 1 }, { name: 'c', key: 1 });
    await pass(1100);
    expect(ends).toEqual(['a']);
    release();
    await pass(100);
    expect(ends.toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('waits together with equal items, in one transaction', async () => {
    const { store, alone, batchItem, write, pass, tries, ends } = await setUp();
    const release = await store.hold(1);
    const same = (name: string) => ({ name, key: 1, identity: 'same' });
    write(same('a'));
    write(same('b'));
    write(same('c'), same('d'));
    expect(alone.tryAdd(batchItem(same('too early')))).toBe(false);
    await pass(1100);
    expect(alone.tryAdd(batchItem(same('e')))).toBe(true);
    expect(alone.tryAdd(batchItem({ name: 'another', identity: 'another' }))).toBe(false);
    expect(alone.tryAdd(batchItem({ name: 'none' }))).toBe(false);
    await pass(1000);
    write(same('f'), { name: 'not the same' });
    await pass(1200);
    expect(ends).toEqual(['not the same']);
    ends.splice(0);
    await pass(2000);
    tries.splice(0);
    await pass(3000);
    expect(new Set(tries.flatMap((names) => names.split(',')))).toEqual(new Set(['a', 'b', 'c', 'd', 'e', 'f']));
    expect(tries.every((names) => names === tries[0])).toBe(true);
    release();
    await pass(100);
    expect(ends.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(alone.tryAdd(batchItem(same('too late')))).toBe(false);
  });

  it('is retried once if a transaction does not begin, and abandoned if the next one does not either', async () => {
    let silent = 1;
    const { write, pass, ends } = await setUp({
      begin: ({ transaction }) => ({
        transaction: (work, options) => {
          silent -= 1;
          return silent >= 0 ? new Promise(() => {}) : transaction(work, options);
        },
      }),
    });
    write({ name: 'a' });
    await pass(2900);
    expect(ends).toEqual([]);
    await pass(200);
    expect(ends).toEqual(['a']);
    silent = 3;
    write({ name: 'b' });
    await pass(20_000);
    expect(silent).toBe(1);
  });

  it('is rejected if no transaction can begin', async () => {
    const { write, pass, ends } = await setUp({
      begin: () => ({ transaction: async () => Promise.reject(new Error('no connection')) }),
    });
    write({ name: 'a' }, { name: 'b' });
    await pass(100);
    expect(ends).toEqual(['not a', 'not b']);
  });
});
