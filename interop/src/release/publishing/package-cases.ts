import { deepStrictEqual, ok } from 'node:assert/strict';
import { copyFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { aloneInWorkspace } from './alone-in-workspace.ts';
import { runCommand } from './command.ts';
import { newConsumer, type PublishingCase, type Stage } from './stage.ts';

/** Entry points that only work inside their own tool. */
const NEEDS_ITS_HOST = new Set(['@portcullis/testing/vitest']);

/** The arguments to run a program that does more than print its usage. */
const TRIALS: Readonly<Record<string, readonly string[]>> = {
  '@portcullis/create-plugin': ['--name', 'Light House', '--kind', 'rest', '--folder', 'trial', '--yes'],
};

/** The manifest of a published package. Source: the registry's response for a package. */
interface PublishedManifest {
  readonly license?: string;
  readonly repository?: { readonly url?: string; readonly directory?: string };
  readonly files?: readonly string[];
  readonly sideEffects?: unknown;
  readonly homepage?: string;
  readonly bugs?: { readonly url?: string };
  readonly author?: unknown;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** One case for each package: an installation of this package alone. */
export function packageCases(names: readonly string[]): readonly PublishingCase[] {
  return names.flatMap((name, index) => [
    {
      name: `${name} says under which licence it comes, from where, and what is in it`,
      run: (stage) => readManifest(stage, name),
    },
    {
      name: `${name} installs alone, and can be imported and required`,
      run: (stage) => useAlone(stage, name, nodesFor(stage, index)),
    },
  ]);
}

async function readManifest({ registry, published }: Stage, name: string): Promise<undefined> {
  const version = published.get(name)?.version;
  const response = await fetch(`${registry.address}${name.replace('/', '%2f')}/${version}`);
  const manifest = (await response.json()) as PublishedManifest;
  deepStrictEqual([manifest.license, manifest.engines?.node], ['Apache-2.0', '>=22.19']);
  ok(manifest.homepage?.startsWith('https:') && manifest.bugs?.url?.startsWith('https:'), 'homepage and bugs');
  ok(manifest.author !== undefined, 'author');
  ok(/^git\+https:/.test(manifest.repository?.url ?? '') && manifest.repository?.directory, 'repository');
  ok(manifest.files?.includes('dist') && manifest.files.includes('CHANGELOG.md'), 'files');
  ok(manifest.sideEffects !== undefined, 'sideEffects');
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
  deepStrictEqual(
    ranges.filter(([, range]) => /^(workspace|catalog):|^\^?0\.0\.0$/.test(range)),
    [],
  );
  return undefined;
}

/** The release lines of Node on which a package is tried: all of them, or in a quick run the next in turn. */
function nodesFor({ tools, isQuick }: Stage, index: number): readonly string[] {
  const lines = [...tools.nodes.keys()];
  return isQuick ? lines.filter((_, at) => at === index % lines.length) : lines;
}

async function useAlone(stage: Stage, name: string, lines: readonly string[]): Promise<string> {
  const start = performance.now();
  const folder = await (stage.isQuick
    ? aloneInWorkspace(stage, name)
    : newConsumer(stage, name.replace('@portcullis/', 'alone-'), name));
  const installed = performance.now() - start;
  copyFileSync(join(import.meta.dirname, 'consumer/check-imports.mjs'), join(folder, 'check-imports.mjs'));
  const { exports = {}, bin = {} } = stage.published.get(name) ?? {};
  const programs = Object.values(bin);
  const specifiers = Object.entries(exports)
    // Importing the entry point of a package that is a program would run it.
    .filter(([path, target]) => !path.endsWith('.json') && !programs.includes((target as { default: string }).default))
    .map(([path]) => name + path.slice(1))
    .filter((specifier) => !NEEDS_ITS_HOST.has(specifier));
  const nodes = lines.map((line) => stage.tools.nodes.get(line) ?? process.execPath);
  for (const node of nodes) {
    if (specifiers.length > 0) await runCommand(node, ['check-imports.mjs', ...specifiers], { folder });
    for (const program of programs) {
      await runCommand(node, [join(folder, 'node_modules', name, program), ...(TRIALS[name] ?? ['--help'])], {
        folder,
      });
      rmSync(join(folder, 'trial'), { recursive: true, force: true });
    }
  }
  const [, plugin] = /^@portcullis\/plugin-(?!api$|network$)(.+)$/.exec(name) ?? [];
  if (plugin !== undefined) {
    const says = `console.log((await import('${name}')).${plugin}().version)`;
    const printed = await runCommand(nodes.at(-1) ?? process.execPath, ['--input-type=module', '--eval', says], {
      folder,
    });
    deepStrictEqual(printed.trim(), stage.published.get(name)?.version, 'the version that the plugin says it has');
  }
  // At the end, all at once, this would take a minute in which nothing else happens.
  await rm(folder, { recursive: true, force: true });
  return `${specifiers.length + programs.length} entry points on Node ${lines.join(', ')}, installed in ${(installed / 1000).toFixed(1)} s`;
}
