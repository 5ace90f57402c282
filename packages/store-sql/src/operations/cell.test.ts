import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@portcullis/core';
import { idRangeOf } from '@portcullis/core/ports';
import { sampleRow } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresStore } from '../postgres/create-postgres-store.ts';
import { createSqliteStore } from '../sqlite/create-sqlite-store.ts';

let folder: string;
let database: PostgresDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cells-'));
  database = await openPostgresDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database?.stop();
});

const engines: readonly [string, (cell: number) => Store][] = [
  ['SQLite', (cell) => createSqliteStore({ file: join(folder, 'cell.db'), cell })],
  ['PostgreSQL', (cell) => createPostgresStore({ connectionString: database.connectionString, schema: 'cell', cell })],
];

async function giveIds(store: Store): Promise<readonly number[]> {
  await store.open();
  try {
    const { id } = await store.insert('webhooks', sampleRow('webhooks', 1));
    const [attempt, next] = await store.insertAbsent('attempts', [sampleRow('attempts', 1), sampleRow('attempts', 2)]);
    return [id, attempt?.id ?? 0, next?.id ?? 0];
  } finally {
    await store.close();
  }
}

describe.each(engines)('the cell of a store on %s', (_name, create) => {
  it('determines the assigned ids, before and after it is raised', async () => {
    expect(await giveIds(create(0))).toEqual([1, 1, 2]);
    const { after } = idRangeOf(3);
    expect(await giveIds(create(3))).toEqual([after + 1, after + 1, after + 2]);
    expect(await giveIds(create(3))).toEqual([after + 2, after + 3, after + 4]);
  });

  it('cannot be lowered', async () => {
    await expect(create(2).open()).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
  });

  it('is checked', async () => {
    await expect(create(8192).open()).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
  });
});
