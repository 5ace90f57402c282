/**
 * Keeps the packages of plugin authors at this release: the package `@portcullis/plugin-api`, and a generated plugin of
 * each kind. The tests run these plugins, with that package, on every later state of the library. Part of `pnpm
 * version-packages`. Only the first and the last release of a version of the contract are kept.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlugin, PLATFORM_KINDS, type PlatformKind } from '../../src/index.ts';
import { KEPT_RELEASES, keptFiles, keptReleases, releasesToRemove } from './kept-releases.ts';

const pluginApi = join(import.meta.dirname, '../../../plugin-api');

function keep(version: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'kept-release-'));
  const { contract, plugins } = keptFiles(version);
  try {
    const shell = process.platform === 'win32';
    execFileSync('pnpm', ['run', 'build'], { cwd: pluginApi, shell, stdio: 'inherit' });
    execFileSync('pnpm', ['pack', '--out', contract], { cwd: pluginApi, shell, stdio: 'inherit' });
    const kinds = Object.keys(PLATFORM_KINDS) as PlatformKind[];
    for (const kind of kinds) {
      createPlugin({ name: 'Light House', kind, auth: PLATFORM_KINDS[kind].auth }, join(scratch, kind));
    }
    execFileSync('tar', ['-czf', plugins, '-C', scratch, ...kinds], { stdio: 'inherit' });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  for (const old of releasesToRemove(keptReleases())) {
    for (const file of Object.values(keptFiles(old))) rmSync(file);
  }
}

const { version } = JSON.parse(readFileSync(join(pluginApi, 'package.json'), 'utf8')) as { readonly version: string };
keep(version);
console.log(`${KEPT_RELEASES}: ${keptReleases().join(', ')}`);
