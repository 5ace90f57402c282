import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * The overrides for the test command of a generated plugin in this workspace: our packages are taken from their sources.
 */
export default defineConfig({
  root: process.cwd(),
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions.filter((each) => each !== 'module')] } },
  // The files share no state, and a separate process for each would take most of the time.
  test: { maxWorkers: 1, isolate: false, testTimeout: 120_000 },
});
