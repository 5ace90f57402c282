import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Store } from '@portcullis/core';
import { sampleRow, sampleRows } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSqliteStore } from './create-sqlite-store.ts';
import { openSqlite } from './open-sqlite.ts';

/** Lets a function of `node:fs` fail until the test has finished: tests may run as root, to which the system refuses nothing. */
function refuse(call: 'accessSync' | 'mkdirSync', code: string): void {
  const spy = vi.spyOn(fs, call).mockImplementation(() => {
    throw Object.assign(new Error(`${code}: refused by the system`), { code });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

let folder: string;
let file: string;
const stores: Store[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  file = join(folder, 'data', 'store.db');
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

function make(options: { maxBytes?: number } = {}): Store {
  const store = createSqliteStore({ file, ...options });
  stores.push(store);
  return store;
}

async function open(options: { maxBytes?: number } = {}): Promise<Store> {
  const store = make(options);
  await store.open();
  return store;
}

/** Makes a statement fail. */
function failOn(statement: string, failure: Error) {
  const original = DatabaseSync.prototype.exec;
  const failing = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
    if (text === statement) throw failure;
    original.call(this, text);
  });
  onTestFinished(() => failing.mockRestore());
  return failing;
}

/** Another process that opens the same file and runs some code with it; resolves when it prints a line. */
async function otherProcess(code: string, flags: readonly string[] = []) {
  const module = join(import.meta.dirname, 'create-sqlite-store.ts');
  const script = `
    import { createSqliteStore } from ${JSON.stringify(module)};
    const store = createSqliteStore({ file: ${JSON.stringify(file)} });
    const row = (name) => ({ name, owner: 'other', until: 1, generation: 1 });
    ${code}`;
  const child = spawn(process.execPath, [...flags, '--conditions=source', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = once(child, 'close');
  const printed = await Promise.race([once(child.stdout, 'data').then(String), exited.then(() => errors)]);
  return { child, exited, printed, errors: () => errors };
}

describe('the file of a SQLite store', () => {
  it('is created with its folder, readable by its owner only', async () => {
    const store = await open();
    await store.insert('leases', sampleRow('leases', 1));
    const modes = readdirSync(join(folder, 'data')).map((name) => [name, mode(join(folder, 'data', name))]);
    expect(Object.fromEntries(modes)).toMatchObject({
      'store.db': '600',
      'store.db-lock': '600',
      'store.db-wal': '600',
    });
    expect(mode(join(folder, 'data'))).toBe('700');
  });

  it.each([
    [undefined, 2],
    ['full', 2],
    ['normal', 1],
  ] as const)(
    'uses a write-ahead log; SQLite itself waits for the disk while tables are made: %s',
    async (synchronous, level) => {
      const { prepare } = DatabaseSync.prototype;
      const levels = new Set<unknown>();
      const levelOf = (database: DatabaseSync) => prepare.call(database, 'pragma synchronous').get()?.synchronous;
      const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text) {
        if (text.startsWith('create table "portcullis_')) levels.add(levelOf(this));
        return prepare.call(this, text);
      });
      const { writer, log, close } = await openSqlite({ file, ...(synchronous && { synchronous }) });
      spy.mockRestore();
      expect([...levels, levelOf(writer)]).toEqual([level, 1]);
      expect(log === undefined).toBe(synchronous === 'normal');
      expect(writer.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
      close();
    },
  );

  it('leaves only its lock file behind after the store is closed', async () => {
    const store = await open();
    await store.insert('leases', sampleRow('leases', 1));
    await store.close();
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['store.db', 'store.db-lock']);
  });

  it('does not block the thread while another process writes to it', async () => {
    const store = await open();
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const one = store.insert('leases', sampleRow('leases', 1));
    const several = store.transaction(async (transaction) => transaction.insert('leases', sampleRow('leases', 2)));
    // A timer that fires shows that the thread is not blocked.
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await store.find('leases')).toEqual([]);
    other.exec('commit');
    other.close();
    await Promise.all([one, several]);
    expect(await store.find('leases')).toHaveLength(2);
  });

  it('receives the content of its log while it is open, and is complete after it is closed', async () => {
    const store = await open();
    const payload = new Uint8Array(100_000);
    // More than the limit of the thread, and less than the limit of the writer.
    for (let seed = 0; seed < 250; seed += 1) await store.insert('events', sampleRow('events', seed, { payload }));
    // Less than the 16 MB that start a copy: pages that change with every row are copied once.
    await expect.poll(() => statSync(file).size).toBeGreaterThan(8e6);
    await store.close();
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['store.db', 'store.db-lock']);
    const database = new DatabaseSync(file);
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare('select count(*) as n from portcullis_events').get()).toEqual({ n: 250 });
    database.close();
  });

  it.each(['copy', 'finish'])('can be closed while its log is copied, and opened again: %s', async (moment) => {
    const store = await open();
    const { postMessage } = Worker.prototype;
    let closed: Promise<void> | undefined;
    let ask = (): void => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message) {
      postMessage.call(this, message);
      if (message !== moment) return;
      closed ??= Promise.resolve().then(() => store.close());
      ask();
    });
    const payload = new Uint8Array(100_000);
    let written = 0;
    // More than the limit of the thread, and less than the limit of the writer, which would copy all pages itself.
    for (; !closed && written < 250; written += 1) {
      await store.insert('events', sampleRow('events', written, { payload }));
    }
    await asked;
    await closed;
    spy.mockRestore();
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['store.db', 'store.db-lock']);
    expect(await (await open()).count('events', {})).toBe(written);
  });

  it('is closed while another process writes to it', async () => {
    const store = await open();
    await store.insert('leases', sampleRow('leases', 1));
    const other = new DatabaseSync(file);
    other.exec(
      'create table t (value); create index i on t (value); insert into t values (1); analyze; begin immediate',
    );
    await store.close();
    other.exec('commit');
    other.close();
    expect(await (await open()).count('leases', {})).toBe(1);
  });

  it.runIf(process.platform === 'linux')("is opened in a linked folder under Node's permission model", async () => {
    const link = join(folder, 'link');
    mkdirSync(join(folder, 'data'));
    symlinkSync(join(folder, 'data'), link);
    const code = `
      const linked = createSqliteStore({ file: ${JSON.stringify(join(link, 'store.db'))} });
      await linked.open();
      await linked.insert('leases', row('linked'));
      await linked.close();
      console.log('closed');`;
    const root = join(import.meta.dirname, '../../../..');
    const flags = ['--permission', `--allow-fs-read=${root}`, `--allow-fs-read=${link}`, `--allow-fs-write=${link}`];
    const { printed, exited, errors } = await otherProcess(code, flags);
    await exited;
    expect(printed.trim()).toBe('closed');
    expect(errors()).toBe('');
  });

  it('has its log copied silently, without keeping the process alive', async () => {
    const { exited, errors } = await otherProcess(`
      await store.open();
      const event = ${JSON.stringify(sampleRow('events', 1, { idempotencyKey: null }))};
      for (let seed = 1; seed <= 20; seed += 1) {
        await store.insert('events', { ...event, publicId: String(seed), payload: new Uint8Array(1_000_000) });
      }
      console.log('written');`);
    await exited;
    expect(errors()).toBe('');
    const store = await open();
    expect(await store.count('events', {})).toBe(20);
  });

  it("is written and copied under Node's permission model, which allows no syncs and no threads", async () => {
    const flags = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*'];
    const { printed, exited, errors } = await otherProcess(
      `
      await store.open();
      const { statSync } = await import('node:fs');
      const event = ${JSON.stringify(sampleRow('events', 1, { idempotencyKey: null }))};
      for (let seed = 1; seed <= 25; seed += 1) {
        await store.insert('events', { ...event, publicId: String(seed), payload: new Uint8Array(1_000_000) });
      }
      console.log(statSync(${JSON.stringify(file)}).size > 12e6);
      await store.close();`,
      flags,
    );
    await exited;
    expect(printed.trim()).toBe('true');
    expect(errors()).toBe('');
    const store = await open();
    expect(await store.count('events', {})).toBe(25);
  });

  it('can be opened a second time only with the pass of the store that has it open', async () => {
    const store = await open();
    const second = make();
    await second.open(store.threadPass?.());
    await store.insert('leases', sampleRow('leases', 1));
    await second.insert('leases', sampleRow('leases', 2));
    expect(await store.find('leases')).toEqual(await second.find('leases'));
    await expect(make().open({ file: 'another.db' })).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
    expect(createSqliteStore({ file: ':memory:' }).threadPass).toBeUndefined();
  });

  it('is rejected if a later version of the library has written it', async () => {
    await (await open()).close();
    const database = new DatabaseSync(file);
    database.exec("insert into portcullis_migrations values ('9999-later', '2099-01-01T00:00:00.000Z')");
    database.close();
    await expect(open()).rejects.toMatchObject({
      code: 'STORE_SCHEMA_UNKNOWN',
      message: 'A later version of the library wrote the store: this one does not know its migration 9999-later.',
    });
  });

  it('can be read by other processes at the same time', async () => {
    const store = await open();
    await store.insert('leases', sampleRow('leases', 1));
    const backup = new DatabaseSync(file, { readOnly: true });
    expect(backup.prepare('select count(*) as n from portcullis_leases').get()).toEqual({ n: 1 });
    backup.close();
  });
});

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('the lock of a SQLite store', () => {
  it('rejects a second store in the same process, and names the file', async () => {
    const first = await open();
    const second = make();
    await expect(second.open()).rejects.toMatchObject({ code: 'STORE_LOCKED', message: expect.stringContaining(file) });
    await first.close();
    await second.open();
    expect(await second.count('leases', {})).toBe(0);
  });

  it('rejects a store that opens the file through a symbolic link', async () => {
    await open();
    const link = join(folder, 'link.db');
    symlinkSync(file, link);
    const second = createSqliteStore({ file: link });
    stores.push(second);
    await expect(second.open()).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'link.db']);
  });

  it('rejects a store of another process', async () => {
    await open();
    const { printed, exited } = await otherProcess('await store.open().catch((error) => console.log(error.code));');
    expect(printed.trim()).toBe('STORE_LOCKED');
    await exited;
  });

  it('is released by a crash of its process, which also rolls back the open transaction', async () => {
    const { child, exited, printed } = await otherProcess(`
      await store.open();
      await store.insert('leases', row('committed'));
      await store.transaction(async (open) => {
        await open.insert('leases', row('lost'));
        console.log('ready');
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      });`);
    expect(printed.trim()).toBe('ready');
    await expect(make().open()).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    child.kill('SIGKILL');
    await exited;
    const store = await open();
    expect((await store.find('leases')).map(({ name }) => name)).toEqual(['committed']);
  });

  it('prints no warning', async () => {
    const { exited, errors } = await otherProcess("await store.open(); console.log('open'); await store.close();");
    await exited;
    expect(errors()).toBe('');
  });
});

describe('a SQLite store', () => {
  it('rejects calls before it is open', async () => {
    await expect(make().find('leases')).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(make().transaction(async () => 1)).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });

  it('rejects writes without disk space, keeps its data, and continues once there is space', async () => {
    const store = await open({ maxBytes: 1_000_000 });
    const payload = new Uint8Array(100_000);
    const fill = async () => {
      for (let seed = 1; ; seed += 1) await store.insert('events', sampleRow('events', seed, { payload }));
    };
    await expect(fill()).rejects.toMatchObject({ code: 'STORE_FULL' });
    const stored = await store.count('events', {});
    expect(stored).toBeGreaterThan(3);
    const tooMuch = store.transaction(async (open) => {
      await open.insert('leases', sampleRow('leases', 1));
      await open.insert('events', sampleRow('events', 99, { payload: new Uint8Array(1_000_000) }));
    });
    await expect(tooMuch).rejects.toMatchObject({ code: 'STORE_FULL' });
    expect(await store.count('leases', {})).toBe(0);
    expect(await store.count('events', {})).toEqual(stored);
    await store.remove('events', { id: { lte: 2 } });
    await store.insert('events', sampleRow('events', 100, { payload }));
  });

  it('reports a failed disk as an error of the store', async () => {
    const store = await open();
    const lease = sampleRow('leases', 1);
    const failure = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 778 });
    const expected = { code: 'STORE_FAILED', message: 'The database failed: disk I/O error', cause: failure };
    for (const statement of ['begin immediate', 'commit']) {
      const failing = failOn(statement, failure);
      await expect(store.transaction((open) => open.insert('leases', lease))).rejects.toMatchObject(expected);
      await expect(store.transaction((open) => open.insert('leases', lease), { brief: true })).rejects.toMatchObject(
        expected,
      );
      failing.mockRestore();
    }
    expect(await store.count('leases', {})).toBe(0);
    const other = new DatabaseSync(file);
    other.exec('drop table portcullis_leases');
    other.close();
    await expect(store.insert('leases', lease)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(store.find('leases')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });

  it('continues after a roll-back that failed', async () => {
    const store = await open();
    const refuse = () => Promise.reject(new Error('refused'));
    for (const brief of [false, true]) {
      const failing = failOn('rollback', new Error('disk I/O error'));
      const refused = store.transaction(
        async (open) => {
          await open.insert('leases', sampleRow('leases', 1));
          await refuse();
        },
        { brief },
      );
      await expect(refused).rejects.toThrow('refused');
      failing.mockRestore();
      await store.insert('events', sampleRow('events', brief ? 2 : 1));
      await store.transaction((open) => open.insert('events', sampleRow('events', brief ? 4 : 3)), { brief });
      expect(await store.count('leases', {})).toBe(0);
    }
    expect(await store.count('events', {})).toBe(4);
  });

  it('answers reads with committed data while a transaction is open', async () => {
    const store = await open();
    await store.insertAbsent('leases', sampleRows('leases', [{}]));
    await store.transaction(async (transaction) => {
      await transaction.insert('leases', sampleRow('leases', 2));
      expect(await store.count('leases', {})).toBe(1);
    });
    expect(await store.count('leases', {})).toBe(2);
  });

  it('writes brief transactions that wait together to the disk with one commit', async () => {
    const store = await open();
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
    const insert = (number: number) =>
      store.transaction((open) => open.insert('leases', sampleRow('leases', number)), { brief: true });
    await Promise.all(Array.from({ length: 64 }, (_, number) => insert(number)));
    const commits = exec.mock.calls.filter(([text]) => text === 'commit');
    exec.mockRestore();
    expect(commits).toHaveLength(1);
    expect(await store.count('leases', {})).toBe(64);
  });

  it('rolls back a brief transaction without disk space, and reports each outcome', async () => {
    const store = await open({ maxBytes: 1_000_000 });
    const sizes = [1000, 1_500_000, 1000];
    const inserts = sizes.map((bytes, seed) =>
      store.transaction(
        (open) => open.insert('events', sampleRow('events', seed, { payload: new Uint8Array(bytes) })),
        { brief: true },
      ),
    );
    const ends = await Promise.allSettled(inserts);
    expect(ends[1]).toMatchObject({ reason: { code: 'STORE_FULL' } });
    const kept = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.id] : []));
    expect((await store.find('events')).map(({ id }) => id)).toEqual(kept);
    expect(kept.length).toBeGreaterThan(0);
  });
});

describe('a file that is no longer in its place', () => {
  it('is refused for writes, because they would be gone with the process', async () => {
    const store = await open();
    await store.insert('leases', sampleRow('leases', 1));
    renameSync(file, `${file}.old`);
    const write = async () => {
      await store.insert('leases', sampleRow('leases', 2 + (await store.count('leases', {}))));
    };
    expect(store.writeFailure?.()).toBeUndefined();
    await expect.poll(() => write().catch(({ code }) => code)).toBe('STORE_FILE_LOST');
    expect(store.writeFailure?.()).toMatchObject({ code: 'STORE_FILE_LOST' });
    await expect(store.transaction((open) => open.find('leases'))).rejects.toMatchObject({ code: 'STORE_FILE_LOST' });
    const rows = await store.count('leases', {});
    expect(rows).toBeGreaterThan(0);
    await store.close();
    expect(await (await open()).count('leases', {})).toBe(0);
  });
});

describe('a file that cannot be opened', () => {
  it.each([
    [
      'is no database',
      () => writeFileSync(file, 'A text, not a database, of more than a hundred bytes. '.repeat(3)),
      /not a database/,
    ],
    ['is a folder', () => mkdirSync(file), /unable to open/],
    ['has a lock that is a folder', () => mkdirSync(`${file}-lock`), /unable to open|EISDIR/],
  ])('and %s is named, with the reason', async (_name, prepare, reason) => {
    mkdirSync(join(folder, 'data'));
    prepare();
    const message = expect.stringMatching(reason);
    await expect(make().open()).rejects.toMatchObject({ code: 'STORE_FAILED', message });
    await expect(make().open()).rejects.toMatchObject({ message: expect.stringContaining(file) });
  });

  it('because its folder is a file is named, with the reason', async () => {
    writeFileSync(join(folder, 'data'), '');
    await expect(make().open()).rejects.toMatchObject({ code: 'STORE_FAILED', message: expect.stringContaining(file) });
  });

  it.each([
    ['the folder', 'mkdirSync', 'EROFS'],
    ['the file', 'accessSync', 'EACCES'],
  ] as const)('because the process may not write %s is named, with the remedy', async (_name, call, code) => {
    refuse(call, code);
    await expect(make().open()).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: `The store file ${file} could not be opened: ${code}: refused by the system. The process needs write access to the folder and all files of the store.`,
    });
  });

  it('because its path is empty is refused before anything is created', async () => {
    const message = 'The option file is empty: set it to the path of the store file.';
    await expect(createSqliteStore({ file: '' }).open()).rejects.toMatchObject({
      code: 'STORE_INPUT_INVALID',
      message,
    });
    const missing = process.env.PORTCULLIS_NO_SUCH_FILE as string;
    await expect(createSqliteStore({ file: missing }).open()).rejects.toMatchObject({ message });
  });

  it('because its file system has no shared memory is named, with the remedy', async () => {
    const { prepare } = DatabaseSync.prototype;
    const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text) {
      return prepare.call(this, text === 'pragma journal_mode = wal' ? 'pragma journal_mode' : text);
    });
    onTestFinished(() => spy.mockRestore());
    await expect(make().open()).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining('local disk'),
    });
  });
});
