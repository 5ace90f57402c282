import {
  copyFileSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createStore, type Store } from '@portcullis/core/ports';
import { sampleRow } from '@portcullis/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Disk, REAL_DISK } from '../src/sqlite/disk.ts';
import { createSqliteEngine } from '../src/sqlite/sqlite-engine.ts';

const WRITERS = 8;
const WRITES = 12;
/** Size of the log in bytes at the first copy into the file; until then, the log only grows. */
const FIRST_CHECKPOINT = 4_000 * 4_096;

/**
 * Creates a disk that records the bytes of the log that survive a power cut: those that existed when the last sync
 * began.
 */
function createWatchedDisk() {
  const sizes: number[] = [];
  const synced = (size: number) => sizes.push(Math.max(size, sizes.at(-1) ?? 0));
  const disk: Disk = {
    ...REAL_DISK,
    sync(descriptor, ended) {
      const { size } = fstatSync(descriptor);
      REAL_DISK.sync(descriptor, (error) => {
        synced(size);
        ended(error);
      });
    },
    syncNow(descriptor) {
      REAL_DISK.syncNow(descriptor);
      synced(fstatSync(descriptor).size);
    },
  };
  return { disk, sizes };
}

/** Every n-th sync is the last one before a power cut. */
const STEP = process.env.PORTCULLIS_TESTS === 'sampled' ? 4 : 1;

/** Starts concurrent writers, each of which writes one row after another. */
async function write(store: Store, reported: (name: string) => void): Promise<void> {
  const writer = async (number: number): Promise<void> => {
    for (let index = 0; index < WRITES; index += 1) {
      const row = sampleRow('leases', number * WRITES + index);
      if (number % 2 === 0) await store.insert('leases', row);
      else await store.transaction((open) => open.insert('leases', row), { brief: number % 4 === 1 });
      reported(row.name);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_each, number) => writer(number)));
}

/** Returns the state after a power cut that left this many bytes of the log. */
function restart(from: string, folder: string, size: number): string[] {
  mkdirSync(folder);
  const file = join(folder, 'store.db');
  copyFileSync(from, file);
  writeFileSync(`${file}-wal`, readFileSync(`${from}-wal`).subarray(0, size));
  const database = new DatabaseSync(file);
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  const rows = database.prepare('select name from portcullis_leases').all();
  database.close();
  rmSync(folder, { recursive: true });
  return rows.map(({ name }) => String(name));
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-power-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a power cut loses no commit that a SQLite store has confirmed', async () => {
  const file = join(folder, 'store.db');
  const { disk, sizes } = createWatchedDisk();
  const store = createStore(createSqliteEngine({ file }, disk));
  await store.open();
  /** The confirmed names, by the number of syncs until then. */
  const reported: { readonly name: string; readonly syncs: number }[] = [];
  await write(store, (name) => reported.push({ name, syncs: sizes.length }));

  const logged = statSync(`${file}-wal`).size;
  expect(logged).toBeLessThan(FIRST_CHECKPOINT);
  expect(sizes.at(-1)).toBe(logged);
  // The first syncs may end before anything is confirmed, later ones do not.
  expect(reported.filter(({ syncs }) => syncs <= sizes.length / 2).length).toBeGreaterThan(0);
  for (const [index, size] of sizes.entries()) {
    if (index % STEP !== 0) continue;
    const known = reported.filter(({ syncs }) => syncs <= index + 1).map(({ name }) => name);
    // A power cut may also leave a part of the data after the last sync.
    const half = size + Math.floor(((sizes[index + 1] ?? logged) - size) / 2);
    for (const left of [size, half]) {
      const found = restart(file, join(folder, 'after'), left);
      expect(found).toEqual(expect.arrayContaining(known));
    }
  }
  await store.close();
});
