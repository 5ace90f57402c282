import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the lock file resolves every package from the configured registry, not from a fixed address', () => {
  const lockFile = readFileSync(join(import.meta.dirname, '..', 'pnpm-lock.yaml'), 'utf8');
  expect(lockFile.split('\n').filter((line) => /\btarball:|https?:\/\//.test(line))).toEqual([]);
});
