import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '@portcullis/testing/vitest';
import { createFileStore } from './file-store.ts';

describeStore('the store in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  const create = () => createFileStore(join(folder, 'store.bin'));
  return { create, createAgain: create, dispose: () => rmSync(folder, { recursive: true }) };
});
