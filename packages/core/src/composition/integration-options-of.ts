import { withDefaults } from '../kernel/input/with-defaults.ts';
import { DEFAULT_INTEGRATION_OPTIONS } from '../options/defaults.ts';
import type { IntegrationOptions } from '../options/integration-options.ts';
import type { Environment } from './environment.ts';

/** Returns the options of integrations with their defaults. */
export function integrationOptionsOf({ integrations }: Environment): Required<IntegrationOptions> {
  return withDefaults(DEFAULT_INTEGRATION_OPTIONS, integrations);
}
