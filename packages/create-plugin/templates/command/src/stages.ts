import type { Stage } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** The id of the only connection. */
export const STAGE = 'server';

/**
 * The connections for commands, in the order of the set-up. A command that completes the work, such as one that saves
 * all changes, is the `finish` of a stage.
 */
export const STAGES: readonly Stage<Config>[] = [{ id: STAGE, title: ({ host }) => `On ${host}` }];
