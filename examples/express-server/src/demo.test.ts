import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@portcullis/example-shared/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DEMO = join(import.meta.dirname, 'demo.ts');

let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'portcullis-demo-test-'));
});
afterEach(() => rm(temporary, { recursive: true, force: true }));

// Windows has no Ctrl-C for a child process, which it only kills.
describe.skipIf(process.platform === 'win32')('the demo', () => {
  it('runs the whole journey and leaves nothing behind', async () => {
    await using demo = startProcess(DEMO, { TMPDIR: temporary });
    const exit = await demo.exited;
    expect(demo.output()).toMatch(/Everything was as expected, in [\d.]+ s\.\n$/);
    expect(exit).toBe(0);
    expect(demo.output()).not.toMatch(/whsec_|pck_|ptr_\w|password":/);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('stops everything on Ctrl-C', async () => {
    await using demo = startProcess(DEMO, { TMPDIR: temporary });
    await demo.printed(/done {4}/);
    expect(await demo.interrupt()).toEqual({ exit: 1, leftBehind: [] });
    expect(demo.output()).toMatch(/The demo failed: The demo was interrupted\.\n$/);
    expect(await readdir(temporary)).toEqual([]);
  });
});
