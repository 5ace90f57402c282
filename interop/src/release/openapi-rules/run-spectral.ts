/**
 * Checks the OpenAPI document of an instance with every plugin by the rules `spectral:oas`; hints count too. The last
 * line counts: "N passed, N failed". Without a registry it is skipped.
 *
 * Spectral is no dependency of the workspace, because it would add 80 MB to each installation. npm keeps it in its own
 * cache. Its install scripts do not run, because one of them reports the installation to a service.
 *
 * Run it with `pnpm --filter @portcullis/interop run openapi:spectral`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeDocument } from '../client/whole-document.ts';

const SPECTRAL = '@stoplight/spectral-cli@6.16.3';

const shell = process.platform === 'win32';
const spectral = (...parameters: string[]) =>
  spawnSync('npm', ['exec', '--yes', '--ignore-scripts', `--package=${SPECTRAL}`, '--', 'spectral', ...parameters], {
    cwd: folder,
    encoding: 'utf8',
    shell,
  });

const folder = mkdtempSync(join(tmpdir(), 'portcullis-spectral-'));
try {
  if (spectral('--version').status !== 0) {
    console.log(`Skipped: npm cannot install ${SPECTRAL}.`);
    console.log('0 passed, 0 failed, 1 skipped');
  } else {
    writeFileSync(join(folder, '.spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await wholeDocument()));
    const { status, stdout, stderr } = spectral('lint', 'openapi.json', '--fail-severity=hint');
    console.log(stdout, stderr);
    console.log(status === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
