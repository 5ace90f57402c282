import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** The settings for the tests of a generated plugin in this workspace, which use the sources of our packages. */
export default defineConfig({
  root: process.cwd(),
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions.filter((each) => each !== 'module')] } },
  // One process for all files, which share no state: separate processes would take most of the time.
  test: { maxWorkers: 1, isolate: false, testTimeout: 120_000 },
});
