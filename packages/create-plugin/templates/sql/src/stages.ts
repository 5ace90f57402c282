import type { Stage } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** The id of the only connection. A platform that needs a new database first has two: see the field `initial`. */
export const STAGE = 'database';

/** The connections of the statements, in the order of the set-up. */
export const STAGES: readonly Stage<Config>[] = [
  { id: STAGE, title: ({ database }) => `In the database ${database}`, database: ({ database }) => database },
];
