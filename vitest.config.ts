import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

/** Node has no condition "module": what is meant for bundlers need not run here. */
const serverConditions = defaultServerConditions.filter((condition) => condition !== 'module');

const workspaceFolders = globSync(['{packages,plugins,examples}/*/package.json', '{bench,interop}/package.json'], {
  cwd: root,
}).map((path) => dirname(path).replaceAll('\\', '/'));

/**
 * Packages whose test files share one worker and one copy of the modules: evaluating these anew for each file is half of what
 * they cost otherwise, or more. It takes that no file leaves a change behind (environment, globals, mocked modules, servers), that all
 * pass in any order (`--no-isolate --sequence.shuffle.files`), and that it saves something: packages that mostly wait for
 * databases and processes of their own stay isolated, as do those whose tests change `process.env`.
 */
const SHARED_WORKER: ReadonlySet<string> = new Set([
  'packages/core',
  'packages/http',
  'packages/plugin-api',
  'plugins/redshift',
]);

/** One project a package, named by its folder: `vitest run --project packages/core`. */
const packageProjects = workspaceFolders.map((folder) => ({
  extends: true as const,
  test: {
    name: folder,
    root: join(root, folder),
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    isolate: !SHARED_WORKER.has(folder),
    // A journey on a real engine is hundreds of round trips, and the machine may have other things to do.
    ...(folder === 'interop' ? { testTimeout: 90_000 } : {}),
  },
}));

const repositoryProject = {
  extends: true as const,
  test: { name: 'repo', root, include: ['tests/**/*.test.ts', 'scripts/**/*.test.ts'] },
};

export default defineConfig({
  // Tests run on the sources of every workspace package, so no build is needed.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...serverConditions] } },
  test: {
    projects: [...packageProjects, repositoryProject],
    // Real databases are started in hooks; a single behaviour must not take long.
    testTimeout: 15_000,
    hookTimeout: 60_000,
    teardownTimeout: 15_000,
    passWithNoTests: true,
  },
});
