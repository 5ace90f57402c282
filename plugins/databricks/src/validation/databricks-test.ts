import type { ValidationTest } from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import type { DatabricksSession } from '../connection/databricks-session.ts';
import type { DatabricksFacts } from '../discover.ts';
import { WORKSPACE_STAGE } from '../stages.ts';

/** A validation test of this plugin. */
export type DatabricksTest = ValidationTest<DatabricksConfig, DatabricksFacts, DatabricksSession>;

/** The ids of tests on which other tests depend. */
export const TEST_IDS = {
  connection: 'basic-connection',
  metastore: 'metastore',
  warehouse: 'warehouse',
} as const;

/** The only connection: that of the account whose token or client is in the config. */
export const SERVICE = { stage: WORKSPACE_STAGE, actor: 'service' } as const;

/** Returns whether a statement would start the warehouse. Source: "Warehouses API", Get warehouse info, `state`. */
export function isStopped({ state }: { readonly state: string }): boolean {
  return state === 'STOPPED' || state === 'STOPPING';
}
