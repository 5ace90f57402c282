import type { Stage } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from './config/config-shapes.ts';

/** The id of the only stage: one connection to the account. Sections of a script differ by role. */
export const ACCOUNT_STAGE = 'account';

/** The connection of a set-up. */
export const STAGES: readonly Stage<SnowflakeConfig>[] = [
  { id: ACCOUNT_STAGE, title: ({ host }) => `In the account ${host}` },
];
