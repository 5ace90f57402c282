import type { PlatformKind } from '../choices/plugin-choices.ts';
import type { PluginNames } from '../choices/plugin-names.ts';

/** The additional packages of each kind. */
const PACKAGES: Readonly<Record<PlatformKind, { dependencies: readonly string[]; tools: readonly string[] }>> = {
  sql: { dependencies: ['@portcullis/plugin-network', 'pg'], tools: ['@types/pg'] },
  rest: { dependencies: ['@portcullis/plugin-network'], tools: [] },
  command: { dependencies: ['@portcullis/plugin-network', '@redis/client'], tools: [] },
};

const PEERS = ['@portcullis/plugin-api', 'zod'];
const TOOLS = ['@biomejs/biome', '@portcullis/testing', '@types/node', 'typescript', 'vitest'];

/**
 * Returns the package.json of a plugin.
 *
 * @param versions - the versions of its dependencies, by package.
 */
export function pluginManifest(
  { display, packageName }: PluginNames,
  kind: PlatformKind,
  versions: Readonly<Record<string, string>>,
): string {
  const { dependencies, tools } = PACKAGES[kind];
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.toSorted().map((name) => [name, versionOf(name, versions)]));
  const manifest = {
    name: packageName,
    version: '0.1.0',
    description: `${display} for Portcullis.`,
    keywords: ['portcullis', 'portcullis-plugin', 'data-access', 'governance'],
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22.19' },
    files: ['dist', 'src', '!src/**/*.test.ts'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
    scripts: {
      build: 'tsc --project tsconfig.build.json',
      format: 'biome check --write',
      lint: 'biome check',
      prepack: 'npm run build',
      test: 'vitest run',
      typecheck: 'tsc',
    },
    ...(dependencies.length > 0 ? { dependencies: pick(dependencies) } : {}),
    // The packages that the host provides, with wide ranges. The ranges of devDependencies are narrow.
    peerDependencies: { ...pick(PEERS), zod: '^4.0.0' },
    devDependencies: pick([...PEERS, ...TOOLS, ...tools]),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function versionOf(name: string, versions: Readonly<Record<string, string>>): string {
  const version = versions[name];
  if (version === undefined) throw new Error(`No version of ${name} is known.`);
  return version;
}
