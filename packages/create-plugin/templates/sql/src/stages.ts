import type { Stage } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** The id of the only connection. A platform with a new database has two stages: see the field `initial`. */
export const STAGE = 'database';

/** The connections for statements, in the order of the set-up. */
export const STAGES: readonly Stage<Config>[] = [
  { id: STAGE, title: ({ database }) => `In the database ${database}`, database: ({ database }) => database },
];
