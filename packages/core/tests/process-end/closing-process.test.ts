import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROCESS = fileURLToPath(new URL('./closing-process.ts', import.meta.url));

it('a process that closes its instance ends after the operations in progress', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', PROCESS]);
  expect(stdout.trim().split('\n')).toEqual(['1', 'succeeded', 'closed']);
});
