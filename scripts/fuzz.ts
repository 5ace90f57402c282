/**
 * `pnpm fuzz [inputs]`: runs the tests that take odd input (`*.fuzz.test.ts`) with other inputs each time, 2,000 a test unless told
 * otherwise. `npm test` takes a few, always the same.
 */
import { spawnSync } from 'node:child_process';

const [inputs = '2000'] = process.argv.slice(2);
const { status } = spawnSync('vitest', ['run', '--mode', 'whole', '--testTimeout=3600000', '.fuzz.test.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, PORTCULLIS_FUZZ_RUNS: inputs },
});
process.exitCode = status ?? 1;
