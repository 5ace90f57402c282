import type { ValidationTest } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import type { SnowflakeFacts } from '../discover.ts';
import { ACCOUNT_STAGE } from '../stages.ts';

/** A validation test of this plugin. */
export type SnowflakeTest = ValidationTest<SnowflakeConfig, SnowflakeFacts, SnowflakeSession>;

/** The ids of tests on which other tests depend. */
export const TEST_IDS = {
  connection: 'basic-connection',
  recurringConnection: 'recurring-connection',
  privilegedRole: 'privileged-role',
  bootstrapUserGrants: 'bootstrap-user-grants',
  prefix: 'table-grants-role-prefix',
} as const;

/** The connection of the privileged user; in manual mode that of the user of the config. */
export const SETUP = { stage: ACCOUNT_STAGE, actor: 'setup' } as const;
/** The connection of the service user. */
export const SERVICE = { stage: ACCOUNT_STAGE, actor: 'service' } as const;
