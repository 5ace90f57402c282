import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The step between sampled mutants. The whole table runs with `--mode whole`, and with `pnpm mutate:plugins`. */
const STEP = process.env.PORTCULLIS_TESTS === 'sampled' ? '13' : '1';

it('the conformance kit names the faults of at least 90 % of the mutants of real plugins', { timeout: 600_000 }, () => {
  const main = join(import.meta.dirname, 'main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=source', main, STEP], {
    encoding: 'utf8',
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  expect(stdout).toMatch(/^\d+ of [1-9]\d* mutants are named by a case/m);
});
