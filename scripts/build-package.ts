/**
 * Builds the package in the current folder into `dist`: one ES module for each entry point, declarations and maps.
 *
 * Node takes about half a millisecond for each file it loads, and there are many small files. Therefore the modules of
 * an entry point are bundled into one, and those that are imported on first use into another. Other packages stay
 * imports. With `--keep-modules` each file stays a module, for packages that start one of their files by its path.
 * `--inline=<package>` includes a package in ours, if a host's bundler cannot resolve its CommonJS. The notices name
 * it.
 *
 * Declarations come from TypeScript. It rewrites `./x.ts` to `./x.js` only in modules. A published declaration must not
 * name a missing file, so declarations are rewritten here.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Replaces the relative specifiers of a declaration file by those of the built modules. The length stays the same, and
 * therefore the maps stay valid.
 */
export function pointAtBuiltModules(declaration: string): string {
  return declaration.replace(/(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(["'])(\.{1,2}\/[^"']*)\.ts\2/g, '$1$2$3.js$2');
}

/** The targets of a manifest's exports: the source of each built module, by the name of the module. */
export function entryPoints(exports: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const targets = Object.values(exports).filter((target): target is { source: string; default: string } => {
    return typeof target === 'object' && target !== null && 'source' in target && 'default' in target;
  });
  return Object.fromEntries(targets.map((target) => [basename(target.default, '.js'), target.source]));
}

/**
 * Compiles in one thread: several checkers check shared types again each, and pnpm builds several packages at a time.
 *
 * @returns true without errors.
 */
function compile(folder: string, ...parameters: string[]): boolean {
  const { status } = spawnSync('tsc', ['--project', 'tsconfig.build.json', '--singleThreaded', ...parameters], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
}

function rewriteDeclarations(output: string): void {
  for (const file of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(output, file);
    writeFileSync(path, pointAtBuiltModules(readFileSync(path, 'utf8')));
  }
}

/** Our files, and a few lines that replace syntax which the oldest Node does not support. */
function isOwn(specifier: string): boolean {
  return specifier.startsWith('.') || isAbsolute(specifier) || specifier.startsWith('@oxc-project/runtime/');
}

/** @param inlined - packages that become part of ours. */
async function bundle(folder: string, output: string, inlined: readonly string[]): Promise<void> {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  await using modules = await rolldown({
    cwd: folder,
    input: entryPoints(exports),
    platform: 'node',
    external: (specifier) => !isOwn(specifier) && !inlined.includes(specifier),
    resolve: { mainFields: ['module', 'main'] },
    // The oldest Node of `engines`, which has no `using`.
    transform: { target: 'node22' },
  });
  await modules.write({ dir: output, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js' });
}

/** A package that contains its sources has them once: maps refer to the files and do not repeat them. */
export function withoutSources(map: string): string {
  const { sourcesContent: _, ...rest } = JSON.parse(map);
  return JSON.stringify(rest);
}

function removeSources(folder: string, output: string): void {
  const { files = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!files.includes('src')) return;
  for (const file of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js.map')) continue;
    const path = join(output, file);
    writeFileSync(path, withoutSources(readFileSync(path, 'utf8')));
  }
}

async function buildPackage(folder: string, flags: readonly string[]): Promise<void> {
  const keepModules = flags.includes('--keep-modules');
  const inlined = flags.flatMap((flag) => /^--inline=(.+)$/.exec(flag)?.[1] ?? []);
  const output = join(folder, 'dist');
  rmSync(output, { recursive: true, force: true });
  if (!compile(folder, ...(keepModules ? [] : ['--emitDeclarationOnly']))) return;
  rewriteDeclarations(output);
  if (!keepModules) await bundle(folder, output, inlined);
  removeSources(folder, output);
}

if (import.meta.main) await buildPackage(process.cwd(), process.argv.slice(2));
