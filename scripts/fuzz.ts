/**
 * `pnpm fuzz [inputs]`: runs the tests with unusual input (`*.fuzz.test.ts`) with new inputs each time, by default
 * 2,000 for each test. `npm test` uses a few fixed inputs.
 */
import { spawnSync } from 'node:child_process';

const [inputs = '2000'] = process.argv.slice(2);
const { status } = spawnSync('vitest', ['run', '--mode', 'whole', '--testTimeout=3600000', '.fuzz.test.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, PORTCULLIS_FUZZ_RUNS: inputs },
});
process.exitCode = status ?? 1;
