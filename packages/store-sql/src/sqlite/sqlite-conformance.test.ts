import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '@portcullis/testing/vitest';
import { createSqliteStore } from './create-sqlite-store.ts';

describeStore('SQLite in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  // The conformance suite opens some hundred files; what a power cut would take does not matter here.
  const create = () => createSqliteStore({ file: join(folder, 'store.db'), synchronous: 'normal' });
  return { create, createAgain: create, dispose: () => rmSync(folder, { recursive: true }) };
});

describeStore('SQLite in memory', () => ({ create: () => createSqliteStore({ file: ':memory:' }) }));
