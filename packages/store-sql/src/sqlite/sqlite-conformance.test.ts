import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '@portcullis/testing/vitest';
import { createSqliteStore } from './create-sqlite-store.ts';

for (const synchronous of ['full', 'normal'] as const) {
  describeStore(`SQLite in a file, ${synchronous}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
    const create = () => createSqliteStore({ file: join(folder, 'store.db'), synchronous });
    return { create, createAgain: create, dispose: () => rmSync(folder, { recursive: true }) };
  });
}

describeStore('SQLite in memory', () => ({ create: () => createSqliteStore({ file: ':memory:' }) }));
