import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@portcullis/example-shared/testing';
import { expect, it } from 'vitest';

it('walks through the whole journey and leaves nothing behind', { timeout: 60_000 }, async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'portcullis-demo-test-'));
  try {
    await using demo = startProcess(join(import.meta.dirname, 'demo.ts'), { TMPDIR: temporary });
    const exit = await demo.exited;
    expect(demo.output()).toMatch(/Everything was as expected, in [\d.]+ s\.\n$/);
    expect(exit).toBe(0);
    expect(demo.output()).not.toMatch(/whsec_|password":/);
    expect(await readdir(temporary)).toEqual([]);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
});
