import { existsSync, fstat, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { atRest, createHeldDisk, type HeldDisk } from '../../tests/support/held-disk.ts';
import type { Disk } from './disk.ts';
import { createLogSync, type LogSync } from './log-sync.ts';

let folder: string;
let file: string;
let changes: number;
let disk: HeldDisk;
let log: LogSync;
let reported: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-log-'));
  file = join(folder, 'store.db-wal');
  writeFileSync(file, '');
  changes = 7;
  reported = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(more: Partial<Disk> = {}): void {
  disk = createHeldDisk(more);
  log = createLogSync({ file, changes: () => changes, disk: Object.assign(disk, more) });
}

/** Commits a change of a row, and waits for the sync. */
function commit(name: string): Promise<void> {
  changes += 1;
  return wait(name);
}

async function wait(name: string): Promise<void> {
  log.committed();
  await log.persisted().then(
    () => reported.push(name),
    (error) => reported.push(`${name}: ${error.code}`),
  );
}

/** Returns how often this process has the log open. */
function descriptors(): number {
  const links = readdirSync('/proc/self/fd').map((name) => join('/proc/self/fd', name));
  return links.filter((link) => existsSync(link) && readlinkSync(link) === file).length;
}

it('does not wait while there are no writes', async () => {
  open();
  await wait('nothing');
  expect(reported).toEqual(['nothing']);
  expect(disk.begun).toBe(0);
  log.close();
});

it('waits for a sync that begins after the commit, and shares it with all earlier commits', async () => {
  open();
  void commit('first');
  const others = Array.from({ length: 100 }, (_each, number) => commit(`other ${number}`));
  await atRest();
  expect(reported).toEqual([]);
  expect(disk.begun).toBe(1);
  disk.end();
  await atRest();
  expect(reported).toEqual(['first']);
  expect(disk.begun).toBe(2);
  disk.end();
  await Promise.all(others);
  expect(reported).toHaveLength(101);
  expect(disk.begun).toBe(2);
  await wait('nothing more');
  expect(disk.begun).toBe(2);
  log.close();
});

it('makes readers wait for the sync of data that they may have seen', async () => {
  open();
  void commit('write');
  void wait('nothing');
  await atRest();
  expect(reported).toEqual([]);
  disk.end();
  await atRest();
  expect(reported).toEqual(['write', 'nothing']);
  expect(disk.begun).toBe(1);
  log.close();
});

it('fails permanently after a failed sync', async () => {
  open();
  void commit('first');
  void commit('second');
  disk.end(new Error('EIO'));
  await atRest();
  expect(reported).toEqual(['first: STORE_SYNC_FAILED', 'second: STORE_SYNC_FAILED']);
  await commit('third');
  await wait('nothing');
  expect(reported.slice(2)).toEqual(['third: STORE_SYNC_FAILED', 'nothing: STORE_SYNC_FAILED']);
  expect(disk.begun).toBe(1);
  expect(disk.inThread).toBe(0);
  expect(log.failure()).toMatchObject({ message: expect.stringContaining(file), cause: { message: 'EIO' } });
  log.close();
});

it('works without the thread pool while the pool is stuck', async () => {
  open({ poolTimeoutMs: 1 });
  await Promise.all([commit('first'), commit('second')]);
  expect(reported).toEqual(['first', 'second']);
  expect(disk.begun).toBe(1);
  expect(disk.inThread).toBe(1);
  await commit('third');
  expect(disk.begun).toBe(1);
  expect(disk.inThread).toBe(2);
  disk.end();
  void commit('fourth');
  expect(disk.begun).toBe(2);
  expect(disk.inThread).toBe(2);
  disk.end();
  await atRest();
  expect(reported).toEqual(['first', 'second', 'third', 'fourth']);
  log.close();
});

it('detects a failure in its own thread, and a late failure of a stuck pool', async () => {
  const syncNow = () => {
    throw new Error('EIO');
  };
  open({ poolTimeoutMs: 1, syncNow });
  await commit('first');
  expect(reported).toEqual(['first: STORE_SYNC_FAILED']);
  log.close();
  disk.end();

  open({ poolTimeoutMs: 1 });
  await commit('second');
  disk.end(new Error('EIO'));
  await commit('third');
  expect(reported.slice(1)).toEqual(['second', 'third: STORE_SYNC_FAILED']);
  log.close();
});

it('does not mistake a busy main thread for a stuck pool', async () => {
  // Work for the pool that does not wait for a disk.
  open({ poolTimeoutMs: 5, sync: (descriptor, ended) => fstat(descriptor, ended) });
  // After immediates, the event loop runs timers and then the results of the pool.
  await new Promise((resolve) => setImmediate(resolve));
  const done = commit('first');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  await done;
  await atRest();
  expect(reported).toEqual(['first']);
  expect(disk.inThread).toBe(0);
  log.close();
});

it.runIf(process.platform === 'linux')('closes the log after the pool has finished with it', async () => {
  open({ poolTimeoutMs: 1 });
  expect(descriptors()).toBe(2);
  await commit('first');
  log.close();
  expect(descriptors()).toBe(1);
  disk.end();
  expect(descriptors()).toBe(0);
});

it('is busy until a sync has ended, but not while the pool is stuck', async () => {
  open({ poolTimeoutMs: 1 });
  expect(log.syncing()).toBeUndefined();
  void commit('first');
  const busy = log.syncing();
  expect(busy).toBeInstanceOf(Promise);
  await busy;
  expect(disk.inThread).toBe(1);
  expect(log.syncing()).toBeUndefined();
  disk.end();
  void commit('second');
  const again = log.syncing();
  disk.end();
  await again;
  expect(log.syncing()).toBeUndefined();
  log.close();
});
