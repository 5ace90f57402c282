import type { SetupMode, SetupRole } from '@portcullis/plugin-api';
import type { DatabricksConfig } from './config/config-schema.ts';
import { principalOf } from './objects/blueprint.ts';
import { WORKSPACE_STAGE } from './stages.ts';

/** Placeholder for the unknown principal of a token. No principal has this name. */
const UNKNOWN_PRINCIPAL = '<application id of the service principal>';

/** Returns the principal of the service, in both modes; it is not known which account runs a script. */
export function accountOf(
  config: DatabricksConfig,
  { actor, mode }: { readonly actor: 'setup' | 'service'; readonly mode: SetupMode },
): string | undefined {
  return mode === 'manual' && actor === 'setup' ? undefined : principalOf(config);
}

/**
 * The service principal sets a config up itself. It is created in the account console or with SCIM, for which there
 * are no statements; its privileges are granted by statements.
 */
export function setupRole(config: DatabricksConfig, { mode }: { readonly mode: SetupMode }): SetupRole | undefined {
  if (mode === 'manual') return undefined;
  return {
    name: principalOf(config) ?? UNKNOWN_PRINCIPAL,
    runAs: 'a metastore admin; for the system tables, one who is also an account admin',
    stage: WORKSPACE_STAGE,
    create: [],
  };
}
