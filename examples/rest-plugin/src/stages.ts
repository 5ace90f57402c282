import type { Stage } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** The id of the only connection. */
export const STAGE = 'platform';

/** The connections for calls. */
export const STAGES: readonly Stage<Config>[] = [{ id: STAGE, title: ({ host }) => `On ${host}` }];
