/**
 * Builds the package in the current folder into `dist`: ES modules, declarations and maps.
 *
 * Declarations and modules come from TypeScript. It rewrites `./x.ts` to `./x.js` in modules but leaves declarations
 * alone, and a published declaration must not name a file that is not there, so those are rewritten here.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Points the relative specifiers of a declaration file at the built modules; the length stays, so do the maps. */
export function pointAtBuiltModules(declaration: string): string {
  return declaration.replace(/(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(["'])(\.{1,2}\/[^"']*)\.ts\2/g, '$1$2$3.js$2');
}

function buildPackage(folder: string): void {
  const output = join(folder, 'dist');
  rmSync(output, { recursive: true, force: true });
  const compiler = spawnSync('tsc', ['--project', 'tsconfig.build.json'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (compiler.status !== 0) {
    process.exitCode = compiler.status ?? 1;
    return;
  }
  for (const file of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(output, file);
    writeFileSync(path, pointAtBuiltModules(readFileSync(path, 'utf8')));
  }
}

if (import.meta.main) buildPackage(process.cwd());
