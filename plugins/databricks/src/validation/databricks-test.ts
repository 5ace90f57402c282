import type { ValidationTest } from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import type { DatabricksSession } from '../connection/databricks-session.ts';
import type { DatabricksFacts } from '../discover.ts';
import { WORKSPACE_STAGE } from '../stages.ts';

/** A validation test of this plugin. */
export type DatabricksTest = ValidationTest<DatabricksConfig, DatabricksFacts, DatabricksSession>;

/** The ids of tests that others wait for. */
export const TEST_IDS = {
  connection: 'basic-connection',
  metastore: 'metastore',
  warehouse: 'warehouse',
} as const;

/** The one connection: that of the account whose token or client the config holds. */
export const SERVICE = { stage: WORKSPACE_STAGE, actor: 'service' } as const;

/** Returns whether a statement would have to wake a warehouse up. Source: "Warehouses API", Get warehouse info, `state`. */
export function isAsleep({ state }: { readonly state: string }): boolean {
  return state === 'STOPPED' || state === 'STOPPING';
}
