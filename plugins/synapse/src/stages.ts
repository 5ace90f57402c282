import type { Stage } from '@portcullis/plugin-api';
import type { SynapseConfig } from './config/config-schema.ts';
import { MASTER } from './objects/catalogs.ts';

/** The ids of the stages. */
export const STAGE = { master: 'master', pool: 'pool' } as const;

/**
 * The two connections of a set-up. Logins live in `master` alone, and no statement moves a connection from one database to another one:
 * Azure Synapse Analytics, "T-SQL feature in dedicated SQL pool" (USE).
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
    // The service signs in here alone, and a login that is signed in cannot be dropped ("DROP LOGIN").
    quiesce: 'own',
  },
];
