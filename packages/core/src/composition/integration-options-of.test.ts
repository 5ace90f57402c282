import { expect, it } from 'vitest';
import { DEFAULT_INTEGRATION_OPTIONS } from '../options/defaults.ts';
import type { Environment } from './environment.ts';
import { integrationOptionsOf } from './integration-options-of.ts';

it('has the default of an option that is absent or undefined', () => {
  const environment = {
    integrations: { leaseMs: undefined, transientRetries: 0 },
  } as Partial<Environment> as Environment;
  expect(integrationOptionsOf(environment)).toEqual({ ...DEFAULT_INTEGRATION_OPTIONS, transientRetries: 0 });
});
