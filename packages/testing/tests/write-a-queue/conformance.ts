import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeQueue } from '@portcullis/testing/vitest';
import { createFileQueue } from './file-engine.ts';

describeQueue('the queue in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'queue-'));
  const create = () => createFileQueue(join(folder, 'wakeups.sqlite'));
  return { create, createConcurrent: create, dispose: () => rmSync(folder, { recursive: true }) };
});
