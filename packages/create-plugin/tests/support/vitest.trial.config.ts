import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** What the test command of a generated plugin has otherwise in this workspace: our packages are taken from their sources. */
export default defineConfig({
  root: process.cwd(),
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions.filter((each) => each !== 'module')] } },
  test: { maxWorkers: 1, testTimeout: 15_000 },
});
