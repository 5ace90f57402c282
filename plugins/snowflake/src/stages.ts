import type { Stage } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from './config/config-shapes.ts';

/** The one stage: an account has one connection, and sections of a script differ by role. */
export const ACCOUNT_STAGE = 'account';

/** The connection of a set-up. */
export const STAGES: readonly Stage<SnowflakeConfig>[] = [
  { id: ACCOUNT_STAGE, title: ({ host }) => `In the account ${host}` },
];
