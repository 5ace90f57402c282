/**
 * Checks the workflows of GitHub with actionlint, which is a Go module. Without Go, the check is skipped, and the last
 * line reports it: "N passed, N failed, N skipped".
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { withQuickBuild } from './with-quick-build.ts';

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const root = join(import.meta.dirname, '..');

if (spawnSync('go', ['version']).status !== 0) {
  console.log('Skipped: there is no Go, which actionlint is fetched and run with.');
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  const workflows = globSync('.github/workflows/*.yml', { cwd: root }).toSorted();
  const { status } = spawnSync('go', ['run', ACTIONLINT, ...workflows], {
    cwd: root,
    env: withQuickBuild(process.env),
    stdio: 'inherit',
  });
  console.log(status === 0 ? `${workflows.length} passed, 0 failed` : '0 passed, 1 failed');
  process.exitCode = status === 0 ? 0 : 1;
}
