import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LogLength, openLogLength } from './log-length.ts';

let folder: string;
let file: string;
let database: DatabaseSync;
let length: LogLength;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-length-'));
  file = join(folder, 'store.db');
});
afterEach(() => {
  length.close();
  database.close();
  rmSync(folder, { recursive: true });
});

function open(pageSize: number): void {
  database = new DatabaseSync(file);
  database.exec(`pragma page_size = ${pageSize}; pragma journal_mode = wal; pragma wal_autocheckpoint = 0`);
  database.exec('create table t (value text)');
  length = openLogLength(`${file}-wal`, pageSize);
}

/** Returns the number of pages in the log as SQLite counts them; counting also copies them. */
function checkpoint(mode: 'passive' | 'full' = 'passive'): number {
  return Number(database.prepare(`pragma wal_checkpoint(${mode})`).get()?.log);
}

it.each([512, 4096, 65_536])('a log with pages of %i bytes has the length that SQLite reports', (pageSize) => {
  open(pageSize);
  for (let round = 0; round < 20; round += 1) {
    database.exec(`insert into t values ('${'x'.repeat(200 * round)}')`);
    const pages = checkpoint();
    expect(length.reaches(pages), String(pages)).toBe(true);
    expect(length.reaches(pages + 1), String(pages)).toBe(false);
    if (round % 7 === 6) checkpoint('full');
  }
});

it('frames of an earlier round are not part of the log length', () => {
  open(4096);
  for (let row = 0; row < 100; row += 1) database.exec("insert into t values ('x')");
  const pages = checkpoint('full');
  const bytes = statSync(`${file}-wal`).size;
  database.exec("insert into t values ('y')");
  expect(statSync(`${file}-wal`).size).toBe(bytes);
  expect(length.reaches(1)).toBe(true);
  expect(length.reaches(2)).toBe(false);
  expect(length.reaches(pages)).toBe(false);
});
