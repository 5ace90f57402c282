import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('takes every package from the registry that is configured, not from a fixed address', () => {
  const lockFile = readFileSync(join(import.meta.dirname, '..', 'pnpm-lock.yaml'), 'utf8');
  expect(lockFile.split('\n').filter((line) => /\btarball:|https?:\/\//.test(line))).toEqual([]);
});
