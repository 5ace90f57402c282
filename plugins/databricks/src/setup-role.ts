import type { SetupMode, SetupRole } from '@portcullis/plugin-api';
import type { DatabricksConfig } from './config/config-schema.ts';
import { principalOf } from './objects/blueprint.ts';
import { WORKSPACE_STAGE } from './stages.ts';

/** Placeholder for the unknown principal of a token. No principal has this name. */
const UNKNOWN_PRINCIPAL = '<application id of the service principal>';

/** Returns the principal of the service, in both modes. The account that runs a script is unknown. */
export function accountOf(
  config: DatabricksConfig,
  { actor, mode }: { readonly actor: 'setup' | 'service'; readonly mode: SetupMode },
): string | undefined {
  return mode === 'manual' && actor === 'setup' ? undefined : principalOf(config);
}

/**
 * Returns the set-up account, which is the service principal itself. It is created in the account console or with SCIM,
 * not by statements; its privileges are granted by statements.
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
