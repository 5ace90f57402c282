import { ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { HOST_PACKAGES, PAGE_PACKAGES, type PublishingCase, type Stage, sharedConsumer } from './stage.ts';

/**
 * The maximum sizes of a package, in KiB: its tarball, and its own code minified and compressed, without its dependencies.
 * About a quarter is room to grow; a package that needs more raises the number here, and its commit gives the reason.
 */
const BUDGETS = [
  { name: '@portcullis/core', tarball: 1_250, code: 185 },
  { name: '@portcullis/plugin-redshift', tarball: 285, code: 36 },
  { name: '@portcullis/client', tarball: 175, code: 10 },
] as const;

/** The size of the tarball, and the growth of a bundle. */
export const SIZE_CASES: readonly PublishingCase[] = BUDGETS.flatMap(({ name, tarball, code }) => [
  {
    name: `the tarball of ${name} stays within ${tarball} KiB`,
    run: async (stage) => within(await tarballBytes(stage, name), tarball),
  },
  {
    name: `the code of ${name}, minified and compressed, stays within ${code} KiB`,
    run: async (stage) => within(await codeBytes(stage, name), code),
  },
]);

function within(bytes: number, limit: number): string {
  const size = bytes / 1024;
  ok(size <= limit, `${size.toFixed(1)} KiB, more than ${limit}`);
  // A budget far above the size detects nothing.
  ok(size > limit / 2, `${size.toFixed(1)} KiB, less than half of ${limit}: lower the budget`);
  return `${size.toFixed(1)} KiB of ${limit}`;
}

async function tarballBytes({ registry, published }: Stage, name: string): Promise<number> {
  const version = published.get(name)?.version;
  const file = `${name.replace('@portcullis/', '')}-${version}.tgz`;
  return (await (await fetch(`${registry.address}${name}/-/${file}`)).arrayBuffer()).byteLength;
}

async function codeBytes(stage: Stage, name: string): Promise<number> {
  const folder = await sharedConsumer(stage, HOST_PACKAGES.includes(name) ? HOST_PACKAGES : PAGE_PACKAGES);
  const { outputFiles } = await stage.tools.load('esbuild').build({
    stdin: { contents: `export * from '${name}'`, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [{ name: 'own code alone', setup: (build: Build) => leaveOthers(build, name) }],
  });
  return gzipSync(outputFiles[0].contents).length;
}

interface Build {
  onResolve(
    options: { readonly filter: RegExp },
    resolve: (found: { readonly path: string }) => { path: string; external: true } | undefined,
  ): void;
}

function leaveOthers(build: Build, name: string): void {
  build.onResolve({ filter: /^[^./]/ }, ({ path }) => (path === name ? undefined : { path, external: true }));
}
