import type { Stage } from '@portcullis/plugin-api';
import type { RedshiftConfig } from './config/config-schema.ts';

/** The ids of the stages. */
export const STAGE = { initial: 'initial', managed: 'managed' } as const;

/** The two connections of a set-up: the initial database for objects of the cluster, then the managed one. */
export const STAGES: readonly Stage<RedshiftConfig>[] = [
  {
    id: STAGE.initial,
    title: (config) => `Connected to the initial database "${config.initialDatabase}"`,
    database: (config) => config.initialDatabase,
    initial: true,
  },
  {
    id: STAGE.managed,
    title: (config) => `Connected to the managed database "${config.database}"`,
    database: (config) => config.database,
    quiesce: 'all',
  },
];
