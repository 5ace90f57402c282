import type { Stage } from '@portcullis/plugin-api';
import type { SynapseConfig } from './config/config-schema.ts';
import { MASTER } from './objects/catalogs.ts';

/** The ids of the stages. */
export const STAGE = { master: 'master', pool: 'pool' } as const;

/**
 * The two connections of a set-up. Logins exist only in `master`, and no statement switches the database of a
 * connection: Azure Synapse Analytics, "T-SQL feature in dedicated SQL pool" (USE).
 */
export const STAGES: readonly Stage<SynapseConfig>[] = [
  {
    id: STAGE.master,
    title: ({ host }) => `Connected to the database "master" of ${host}`,
    database: () => MASTER,
    initial: true,
    final: true,
  },
  {
    id: STAGE.pool,
    title: ({ database }) => `Connected to the dedicated SQL pool "${database}"`,
    database: ({ database }) => database,
    // The service signs in only here, and a login with a connection cannot be dropped ("DROP LOGIN").
    quiesce: 'own',
  },
];
