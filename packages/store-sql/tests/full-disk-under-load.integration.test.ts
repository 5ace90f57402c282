import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { createSqliteStore } from '../src/sqlite.ts';
import type { Account } from './full-disk/account.ts';
import { createFullSwitch } from './full-disk/create-full-switch.ts';
import { liveThroughFullDisk, UNDER_WAY } from './full-disk/live-through.ts';
import { givePagesBack, takePages } from './full-disk/take-pages.ts';

/** Milliseconds after which a run counts as hanging: longer than any of its own limits. */
const MAX_MS = 300_000;
const IN_NAMESPACE = ['--user', '--map-root-user', '--mount'];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-full-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns whether this system permits a private mount. */
function mayMount(): boolean {
  const { status } = spawnSync('unshare', [...IN_NAMESPACE, 'mount', '-t', 'tmpfs', 'none', tmpdir()]);
  return status === 0;
}

/** Runs a file of `full-disk` with permission to mount a disk on the folder, and returns its output. */
async function runOnSmallDisk(name: string): Promise<unknown> {
  const node = [process.execPath, '--conditions=source', join(import.meta.dirname, 'full-disk', name), folder];
  const { stdout } = await promisify(execFile)('unshare', [...IN_NAMESPACE, ...node], { timeout: MAX_MS });
  return JSON.parse(stdout);
}

function expectNothingLost({ refusedWith, acceptedAfter, full, again, end }: Account): void {
  expect(refusedWith).toEqual({ meanwhile: ['STORE_FULL'], after: ['STORE_FULL'] });
  expect(acceptedAfter).toBe(0);
  const { reported, ...counts } = full;
  expect(counts).toEqual({ sent: UNDER_WAY, recorded: 0, leased: UNDER_WAY });
  // On a busy machine, other tasks may also need the disk meanwhile.
  expect(reported).toContain('deliver: The store has no space left for this change.');
  expect(again.accepted).toBe(again.refused);
  const { expected } = end;
  expect(expected).toBeGreaterThan(2 * UNDER_WAY);
  const none = { lost: [], unknown: [], notDelivered: 0, sentTwice: [], waiting: 0 };
  expect(end).toEqual({ ...none, expected, deliveries: expected, attempts: expected });
}

const losesNothing = 'loses no accepted notification, and continues once it has space';

describe('a SQLite file at its size limit', () => {
  const test = async () => {
    const store = () => createSqliteStore({ file: join(folder, 'store.sqlite'), maxBytes: 3_000_000 });
    expectNothingLost(await liveThroughFullDisk({ store, fill: takePages, free: givePagesBack }));
  };
  it(losesNothing, test, MAX_MS);
});

describe.skipIf(!mayMount())('a SQLite file on a full disk (where Linux lets users mount one)', () => {
  const test = async () => expectNothingLost((await runOnSmallDisk('live-on-small-disk.ts')) as Account);
  it(losesNothing, test, MAX_MS);

  it(
    'closes silently, and has all data when it is reopened',
    async () => {
      expect(await runOnSmallDisk('close-on-small-disk.ts')).toBe(300);
    },
    MAX_MS,
  );
});

describe('a PostgreSQL server with a full disk', () => {
  const test = async () => {
    const server = await startPostgres();
    const admin = new Client({ connectionString: server.connectionString }).on('error', () => {});
    const store = () => createPostgresStore({ connectionString: server.connectionString });
    try {
      const first = store();
      await first.open();
      await first.close();
      await admin.connect();
      const setFull = await createFullSwitch(admin);
      const ground = { store, fill: () => setFull(true), free: () => setFull(false) };
      expectNothingLost(await liveThroughFullDisk(ground));
    } finally {
      await admin.end();
      await server.stop();
    }
  };
  it(losesNothing, test, MAX_MS);
});
