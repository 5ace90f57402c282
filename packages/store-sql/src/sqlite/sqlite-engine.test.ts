import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createStore, type Store } from '@portcullis/core/ports';
import { sampleRow } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atRest, createHeldDisk, type HeldDisk } from '../../tests/support/held-disk.ts';
import { createSqliteStore } from './create-sqlite-store.ts';
import { createSqliteEngine } from './sqlite-engine.ts';
import type { SqliteStoreOptions } from './sqlite-store-options.ts';

let folder: string;
let file: string;
let disk: HeldDisk;
const stores: Store[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  file = join(folder, 'store.db');
  disk = createHeldDisk();
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

async function open(options: Partial<SqliteStoreOptions> = {}): Promise<Store> {
  const store = createStore(createSqliteEngine({ file, ...options }, disk));
  stores.push(store);
  await store.open();
  return store;
}

const lease = (seed: number) => sampleRow('leases', seed);
const { name: FIRST } = lease(1);

/** Each kind of write; `seed` is an existing row, and `seed + 100` is a new one. */
const WRITES: Readonly<Record<string, (store: Store, seed: number) => Promise<unknown>>> = {
  insert: (store, seed) => store.insert('leases', lease(seed + 100)),
  'insertAbsent of a row': (store, seed) => store.insertAbsent('leases', [lease(seed + 100)]),
  'insertAbsent of many rows': (store, seed) =>
    store.insertAbsent(
      'leases',
      Array.from({ length: 100 }, (_each, index) => lease(seed * 100 + index)),
    ),
  update: (store, seed) => store.update('leases', { name: lease(seed).name }, { owner: 'changed' }),
  remove: (store, seed) => store.remove('leases', { name: lease(seed).name }),
  transaction: (store, seed) => store.transaction((transaction) => transaction.insert('leases', lease(seed + 100))),
  'brief transaction': (store, seed) =>
    store.transaction((transaction) => transaction.insert('leases', lease(seed + 100)), { brief: true }),
};

describe('a store that waits for the disk', () => {
  beforeEach(async () => {
    const store = createSqliteStore({ file });
    await store.open();
    await store.insertAbsent('leases', [lease(1), lease(2)]);
    await store.close();
  });

  it.each(Object.entries(WRITES))('reports %s after a sync that began after its commit', async (name, write) => {
    const store = await open();
    const signals: string[] = [];
    const before = await store.find('leases');
    const first = write(store, 1).then(() => signals.push('first'));
    await atRest();
    const seen = await store.find('leases');
    expect(seen).not.toEqual(before);
    const second = write(store, 2).then(() => signals.push('second'));
    await atRest();
    // Brief transactions are committed together when the disk is free.
    const isCommitted = JSON.stringify(await store.find('leases')) !== JSON.stringify(seen);
    expect(isCommitted).toBe(name !== 'brief transaction');
    expect(signals).toEqual([]);
    expect(disk.begun).toBe(1);
    disk.end();
    await first;
    await atRest();
    expect(signals).toEqual(['first']);
    expect(disk.begun).toBe(2);
    disk.end();
    await second;
  });

  it.each([true, false])('runs the actions after a commit after the sync (brief: %s)', async (brief) => {
    const store = await open();
    const signals: string[] = [];
    const transaction = store.transaction(
      async (open) => {
        await open.remove('leases', { name: FIRST });
        open.afterCommit(() => signals.push('after commit'));
      },
      { brief },
    );
    await atRest();
    expect(signals).toEqual([]);
    expect(await store.count('leases', {})).toBe(1);
    disk.end();
    await transaction;
    expect(signals).toEqual(['after commit']);
  });

  it('writes many rows to the disk with few syncs', async () => {
    const store = await open();
    const writes = Array.from({ length: 200 }, (_each, index) => store.insert('leases', lease(index + 3)));
    while ((await store.count('leases', {})) < 202) await atRest();
    disk.end();
    await atRest();
    disk.end();
    await Promise.all(writes);
    expect(disk.begun).toBe(2);
  });

  it('does not block reads, new transactions or the event loop during a sync', async () => {
    const store = await open();
    const insert = store.insert('leases', lease(3));
    await atRest();
    expect(await store.count('leases', {})).toBe(3);
    const inside = await new Promise((resolve) => {
      void store.transaction(async (transaction) => resolve(await transaction.count('leases', {})));
    });
    expect(inside).toBe(3);
    expect(disk.begun).toBe(1);
    disk.end();
    await insert;
  });

  it('does not sync a transaction without writes', async () => {
    const store = await open();
    await store.update('leases', { name: 'unknown' }, { owner: 'changed' });
    await store.insertAbsent('leases', [lease(1)]);
    await store.transaction((transaction) => transaction.find('leases'));
    const undone = store.transaction(async (transaction) => {
      await transaction.remove('leases', {});
      throw new Error('stop');
    });
    await expect(undone).rejects.toThrow('stop');
    expect(disk.begun).toBe(0);
  });

  it('does not return a row before it is on the disk', async () => {
    const store = await open();
    const signals: string[] = [];
    const writes = [
      store.insertAbsent('leases', [lease(3)]).then(() => signals.push('first')),
      store.insertAbsent('leases', [lease(3)]).then(() => signals.push('second')),
    ];
    await atRest();
    expect(signals).toEqual([]);
    disk.end();
    await Promise.all(writes);
    expect(signals).toEqual(['first', 'second']);
    expect(disk.begun).toBe(1);
  });

  it('does not close before the sync', async () => {
    const store = await open();
    const insert = store.insert('leases', lease(3));
    await atRest();
    const signals: string[] = [];
    const closing = store.close().then(() => signals.push('closed'));
    await atRest();
    expect(signals).toEqual([]);
    disk.end();
    await Promise.all([insert, closing]);
    expect(readdirSync(folder).toSorted()).toEqual(['store.db', 'store.db-lock']);
  });

  it('rejects every write after a failed sync, until it is reopened', async () => {
    const store = await open();
    const refused = { code: 'STORE_SYNC_FAILED', message: expect.stringContaining(file), cause: { message: 'EIO' } };
    const signals: string[] = [];
    const writes = [
      store.insert('leases', lease(3)),
      store.transaction(async (transaction) => {
        await transaction.insert('leases', lease(4));
        transaction.afterCommit(() => signals.push('after commit'));
      }),
    ];
    const ends = Promise.allSettled(writes);
    await atRest();
    let resume = (): void => {};
    const late = store.transaction(async (transaction) => {
      await transaction.remove('leases', { name: FIRST });
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    });
    await atRest();
    disk.end(new Error('EIO'));
    expect(await ends).toMatchObject([{ reason: refused }, { reason: refused }]);
    resume();
    await expect(late).rejects.toMatchObject(refused);
    expect(store.writeFailure?.()).toMatchObject(refused);
    for (const write of Object.values(WRITES)) await expect(write(store, 1)).rejects.toMatchObject(refused);
    expect(signals).toEqual([]);
    expect(disk.begun).toBe(1);
    expect(await store.count('leases', { name: FIRST })).toBe(1);

    const work = vi.fn(async () => {});
    await expect(store.transaction(work)).rejects.toMatchObject(refused);
    expect(work).not.toHaveBeenCalled();

    const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
    await store.close();
    expect(exec).not.toHaveBeenCalled();
    exec.mockRestore();
    const again = createSqliteStore({ file });
    stores.push(again);
    await again.open();
    await again.insert('leases', lease(50));
    expect(again.writeFailure?.()).toBeUndefined();
  });

  it('syncs in its own thread while the thread pool is stuck', async () => {
    disk = createHeldDisk({ poolTimeoutMs: 1 });
    const store = await open();
    await store.insert('leases', lease(3));
    await store.transaction((transaction) => transaction.insert('leases', lease(4)));
    expect(disk.begun).toBe(1);
    expect(disk.inThread).toBe(2);
    disk.end();
  });

  it('finds the log next to the target of a symbolic link', async () => {
    const link = join(folder, 'link.db');
    symlinkSync(file, link);
    const store = await open({ file: link });
    const insert = store.insert('leases', lease(3));
    await atRest();
    expect(disk.begun).toBe(1);
    disk.end();
    await insert;
  });
});

it.each([
  ['with normal', { synchronous: 'normal' }],
  ['in memory', { file: ':memory:' }],
  ['in memory with full', { file: ':memory:', synchronous: 'full' }],
] as const)('a store %s does not wait for the disk', async (_name, options) => {
  const store = await open(options);
  await store.insert('leases', lease(1));
  for (const [index, write] of Object.values(WRITES).entries()) await write(store, index + 1);
  expect(disk.begun).toBe(0);
  expect(disk.inThread).toBe(0);
});
