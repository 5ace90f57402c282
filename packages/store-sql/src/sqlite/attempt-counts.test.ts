import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@portcullis/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attemptOf, expectCountsAfterChanges } from '../../tests/support/attempt-counts.ts';
import { createSqliteStore } from './create-sqlite-store.ts';

let folder: string;
let file: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-counts-'));
  file = join(folder, 'store.db');
  store = createSqliteStore({ file, synchronous: 'normal' });
  await store.open();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('the counts of attempts', () => {
  it('are those of the rows, after inserts, restored rows, updates, removals and rollbacks', async () => {
    await expectCountsAfterChanges(store, 25);
  });

  it('are read without a pass over the rows', async () => {
    await store.allTenants.insertOwned('attempts', [
      attemptOf({ tenant: '', kind: 'firstQuery', global: false, succeeded: true }),
    ]);
    const other = new DatabaseSync(file);
    other.exec('drop trigger portcullis_attempts_removed; delete from portcullis_attempts');
    other.close();
    expect(await store.count('attempts', { global: false, succeeded: true })).toBe(1);
    expect(await store.count('attempts', { createdBy: 1 })).toBe(0);
  });

  it('leave no row behind when the last attempt of a tenant is removed', async () => {
    await store.allTenants.insertOwned('attempts', [
      attemptOf({ tenant: 'a', kind: 'firstQuery', global: false, succeeded: true }),
    ]);
    await store.allTenants.remove('attempts', { tenant: 'a' });
    const other = new DatabaseSync(file);
    expect(other.prepare('select * from portcullis_attempt_counts').all()).toEqual([]);
    other.close();
  });
});
