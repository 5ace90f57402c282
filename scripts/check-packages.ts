/**
 * Checks every publishable package as its users get it: packs it, and inspects the tarball.
 *
 * publint reads the manifest, Are The Types Wrong resolves the types like a consumer's compiler, and the manifest must not contain
 * parts that only work inside this workspace. Every entry point is then imported on plain Node from the build.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { failureOutput } from './failure-output.ts';
import { findTypeProblems } from './find-type-problems.ts';
import { inspectManifest, type Manifest } from './inspect-manifest.ts';

const root = join(import.meta.dirname, '..');

/** Entry points that only work inside their own tool. */
const needsItsHost = new Set(['@portcullis/testing/vitest']);

async function checkTarball(folder: string, scratch: string): Promise<string[]> {
  const tarball = join(scratch, `${basename(folder)}.tgz`);
  const packing = failureOutput(folder, 'pnpm', 'pack', '--out', tarball);
  if (packing.length > 0) return packing;
  const packed = spawnSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
  return [
    ...inspectManifest(JSON.parse(packed.stdout) as Manifest),
    ...failureOutput(root, 'publint', tarball, '--strict'),
    ...(await findTypeProblems(tarball)),
  ];
}

function checkEntryPoints(folder: string, manifest: Manifest): string[] {
  const specifiers = Object.keys(manifest.exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => manifest.name + path.slice(1))
    .filter((specifier) => !needsItsHost.has(specifier));
  // A package resolves its own name through its exports, in the same way as for a consumer.
  const imports = specifiers.map((specifier) => `await import('${specifier}');`).join(' ');
  return failureOutput(folder, 'node', '--input-type=module', '--eval', imports);
}

const [withoutPnpm] = failureOutput(root, 'pnpm', '--version');
if (withoutPnpm !== undefined) {
  console.error(withoutPnpm);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'portcullis-packages-'));
try {
  const start = performance.now();
  for (const path of globSync('{packages,plugins}/*/package.json', { cwd: root }).toSorted()) {
    const folder = join(root, path, '..');
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
    if (manifest.private) continue;
    const problems = [...(await checkTarball(folder, scratch)), ...checkEntryPoints(folder, manifest)];
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${manifest.name}`);
    for (const problem of problems) console.error(problem.trimEnd());
    if (problems.length > 0) process.exitCode = 1;
  }
  console.log(`Packages checked in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
