import type { Feature } from '@portcullis/plugin-api';

const NOT_TESTABLE = 'The service cannot test this, since it only answers the requests of the cluster.';

/**
 * The features of an integration for a cluster, by its release. Source: Trino release notes of 438, 440 and 453, see
 * `client-setup/trino-versions.ts`.
 */
export const FEATURES: readonly Feature<object>[] = [
  {
    id: 'base',
    title: 'Access control',
    description:
      'The cluster requests a decision of the service for every access to catalogs, schemas, tables and columns.',
    unverifiable: `${NOT_TESTABLE} It works from Trino 438 on, once the files of the client set-up are on the coordinator and it was restarted: run SHOW CATALOGS as a user without access to any catalog.`,
  },
  {
    id: 'row-filters',
    title: 'Row filters',
    description: 'Users see only the rows that policies allow.',
    unverifiable: `${NOT_TESTABLE} It works from Trino 440 on, with the files for that release: query a table with a row policy.`,
  },
  {
    id: 'column-masks',
    title: 'Column masks',
    description: 'Values are masked column by column; from Trino 453 on with one request per table.',
    unverifiable: `${NOT_TESTABLE} It works from Trino 440 on, with the files for that release: query a column with a masking policy.`,
  },
];
