import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

/** The folders directly inside `parent` that hold a package. */
function packagesIn(parent: string): string[] {
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, parent, entry.name, 'package.json')))
    .map((entry) => `${parent}/${entry.name}`);
}

const workspaceFolders = [...packagesIn('packages'), ...packagesIn('plugins'), ...packagesIn('examples'), 'bench'];

/** One project a package, named by its folder: `vitest run --project packages/core`. */
const packageProjects = workspaceFolders.map((folder) => ({
  extends: true as const,
  test: { name: folder, root: join(root, folder), include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
}));

const repositoryProject = {
  extends: true as const,
  test: { name: 'repo', root, include: ['tests/**/*.test.ts', 'scripts/**/*.test.ts'] },
};

export default defineConfig({
  // Tests run on the sources of every workspace package, so no build is needed.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  test: {
    projects: [...packageProjects, repositoryProject],
    // Real databases are started in hooks; a single behaviour must not take long.
    testTimeout: 15_000,
    hookTimeout: 60_000,
    teardownTimeout: 15_000,
    passWithNoTests: true,
  },
});
