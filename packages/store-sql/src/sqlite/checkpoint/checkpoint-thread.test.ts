import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CheckpointThread, startCheckpointThread } from './checkpoint-thread.ts';

let folder: string;
let file: string;
let database: DatabaseSync;
let thread: CheckpointThread | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-checkpoint-'));
  file = join(folder, 'store.db');
  database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (value text)');
  for (let row = 0; row < 100; row += 1) database.exec("insert into t values ('x')");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await thread?.stop();
  if (database.isOpen) database.close();
  rmSync(folder, { recursive: true });
});

/** Returns the rows in the file itself, without its log. */
function copied(): unknown {
  const alone = new DatabaseSync(`file:${file}?immutable=1`, { readOnly: true });
  const { rows } = alone.prepare('select count(*) as rows from t').get() ?? {};
  alone.close();
  return rows;
}

it('copies the log into the file', async () => {
  thread = startCheckpointThread(file, () => {});
  expect(await thread.copy()).toMatchObject({ busy: false, pages: expect.any(Number) });
  expect(copied()).toBe(100);
});

it('reports that it was blocked, and finishes after the blocking connection has ended', async () => {
  thread = startCheckpointThread(file, () => {});
  const backup = new DatabaseSync(file, { readOnly: true });
  backup.exec('begin');
  backup.prepare('select count(*) from t').get();
  database.exec("insert into t values ('later')");
  expect(await thread.finish()).toMatchObject({ busy: true });
  backup.exec('commit');
  backup.close();
  expect(await thread.finish()).toMatchObject({ busy: false });
  expect(copied()).toBe(101);
});

it('reports a failure of the disk, and continues afterwards', () => {
  database.exec(`insert into t values (hex(zeroblob(500000)))`);
  const script = `
    import { startCheckpointThread } from ${JSON.stringify(new URL('checkpoint-thread.ts', import.meta.url).href)};
    process.on('SIGXFSZ', () => {});
    const thread = startCheckpointThread(${JSON.stringify(file)}, () => console.log('ended'));
    console.log(JSON.stringify([await thread.copy(), await thread.finish()]));
    process.exit();
  `;
  // The process may not write files above some hundred thousand bytes.
  const limited = ['-c', 'ulimit -f 200; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script];
  const { stdout } = spawnSync('sh', limited, { encoding: 'utf8', timeout: 20_000 });
  const failed = { busy: true, pages: 0 };
  expect(stdout).toBe(`${JSON.stringify([failed, failed])}\n`);
});

it('closes the file when it stops', async () => {
  thread = startCheckpointThread(file, () => {});
  await thread.copy();
  await thread.stop();
  database.close();
  expect(readdirSync(folder)).toEqual(['store.db']);
});

it('stops in a process without other work, even right after a response', () => {
  const script = `
    import { startCheckpointThread } from ${JSON.stringify(new URL('checkpoint-thread.ts', import.meta.url).href)};
    const thread = startCheckpointThread(${JSON.stringify(file)}, () => {});
    const begun = setTimeout(() => {}, 60_000);
    await thread.copy();
    clearTimeout(begun);
    void thread.copy();
    // The response is here, and not read yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await thread.stop();
    console.log('stopped');
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout).toBe('stopped\n');
});

it('reports that the thread ended without a response', async () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
    void this.terminate();
  });
  await new Promise<void>((resolve) => {
    thread = startCheckpointThread(file, resolve);
    void thread.finish();
  });
});

it('reports that the thread cannot continue', async () => {
  const failure = new Promise<void>((resolve) => {
    thread = startCheckpointThread(join(folder, 'missing', 'store.db'), resolve);
  });
  await failure;
});
