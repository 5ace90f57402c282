import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

// Tests start hundreds of processes, and each would strip and compile the same sources again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node-compile');

/** Node has no condition "module": what is meant for bundlers need not run here. */
const serverConditions = defaultServerConditions.filter((condition) => condition !== 'module');

/** Packages whose tests all belong to the level `integration`; in the others, those of {@link INTEGRATION_FILES} do. */
const INTEGRATION_PACKAGES: Level['packages'] = [
  ['bench', '**/*.test.ts'],
  ['interop', '**/*.test.ts'],
];
const INTEGRATION_FILES = '**/*.integration.test.ts';
/** The sample of the integration level in `npm test`: an integration's life on the emulator of each platform. */
const SAMPLED_JOURNEYS = '**/journeys.test.ts';

interface Level {
  /** Packages that belong to no level but `integration`, with their files that this one takes. */
  readonly packages: readonly (readonly [folder: string, files: string])[];
  readonly exclude: readonly string[];
  /** The files of all other packages. */
  readonly files: readonly string[];
}

/**
 * The levels that `--mode` names. `test` is what `npm test` runs: units, one conformance run a plugin, real SQLite and PostgreSQL, and a
 * sample of each long sweep and of the next level. `integration` is what `npm run test:integration` runs: emulators, queues, processes,
 * browsers. `sampled` is both, with a sample of each long sweep: what `.ci/run` runs. `whole` is both, with every sweep whole: what
 * the nightly workflow runs.
 */
const LEVELS: Readonly<Record<'test' | 'integration' | 'sampled' | 'whole', Level>> = {
  test: { packages: [['interop', SAMPLED_JOURNEYS]], exclude: [INTEGRATION_FILES], files: ['**/*.test.ts'] },
  integration: { packages: INTEGRATION_PACKAGES, exclude: [], files: [INTEGRATION_FILES] },
  sampled: { packages: INTEGRATION_PACKAGES, exclude: [], files: ['**/*.test.ts'] },
  whole: { packages: INTEGRATION_PACKAGES, exclude: [], files: ['**/*.test.ts'] },
};

/**
 * Packages whose test files share the workers and their copies of the modules: evaluating these anew for each file is half of what
 * they cost otherwise, or more. It takes that no file leaves a change behind (environment, globals, mocked modules, servers), and that all
 * pass in any order (`--no-isolate --sequence.shuffle.files`). The others stay isolated because a file changes `process.env`, or because
 * they mostly wait for databases and processes of their own.
 */
const SHARED_WORKER: ReadonlySet<string> = new Set([
  'examples/custom-plugin',
  'examples/redis-plugin',
  'examples/rest-plugin',
  'interop',
  'packages/cli',
  'packages/client',
  'packages/core',
  'packages/create-plugin',
  'packages/http',
  'packages/opentelemetry',
  'packages/plugin-api',
  'packages/plugin-network',
  'packages/store-sql',
  'packages/testing',
  'plugins/bigquery',
  'plugins/databricks',
  'plugins/redshift',
  'plugins/s3',
  'plugins/snowflake',
  'plugins/synapse',
  'plugins/trino',
  'repo',
]);

const packageFolders = globSync('{packages,plugins,examples}/*/package.json', { cwd: root }).map((path) =>
  dirname(path).replaceAll('\\', '/'),
);

export default defineConfig(({ mode }) => {
  // Tools that read this file for the names of the tests have modes of their own: they see them all.
  const level = isLevel(mode) ? mode : 'whole';
  const { packages, exclude, files } = LEVELS[level];

  /** One project a package, named by its folder: `vitest run --project packages/core`. */
  const projectOf = (folder: string, include: readonly string[], places: readonly string[]) => ({
    extends: true as const,
    test: {
      name: folder,
      // Not `root`: then each package would have its own server, which transforms every module again.
      dir: join(root, folder === 'repo' ? '' : folder),
      include: places.flatMap((place) => include.map((pattern) => `${place}/${pattern}`)),
      exclude: ['**/node_modules/**', ...exclude],
      isolate: !SHARED_WORKER.has(folder),
    },
  });

  return {
    // Tests run on the sources of every workspace package, so no build is needed.
    resolve: { conditions: ['source', ...defaultClientConditions] },
    ssr: { resolve: { conditions: ['source', ...serverConditions] } },
    test: {
      projects: [
        ...packageFolders.map((folder) => projectOf(folder, files, ['src', 'tests'])),
        ...packages.map(([folder, pattern]) => projectOf(folder, [pattern], ['src', 'tests'])),
        projectOf('repo', files, ['tests', 'scripts']),
      ],
      // Tests that sweep over many cases take a sample of them, unless this says otherwise.
      env: { PORTCULLIS_TESTS: level === 'test' || level === 'sampled' ? 'sampled' : 'whole' },
      globalSetup: join(root, 'scripts/share-servers.ts'),
      // Many a test waits for a database or a process: one worker a core would leave the cores idle.
      maxWorkers: Math.max(3, availableParallelism()),
      // Limits only end what hangs: on a busy machine, the same test may take twenty times as long.
      testTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
      hookTimeout: 180_000,
      teardownTimeout: 60_000,
      // A filter that names no file of this level is a mistake.
      passWithNoTests: false,
    },
  };
});

function isLevel(name: string): name is keyof typeof LEVELS {
  return Object.hasOwn(LEVELS, name);
}
