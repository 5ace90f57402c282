import type { Stage } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** The id of the only connection. In MariaDB, a session is not bound to a database; statements name it. */
export const STAGE = 'server';

/** The connections on which the work is done, in the order of the set-up. */
export const STAGES: readonly Stage<Config>[] = [{ id: STAGE, title: ({ host }) => `On the server ${host}` }];
