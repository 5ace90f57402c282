/**
 * Tests the BigQuery plugin in a real project that was prepared with `bigquerySetup`. It removes all objects that it
 * created, also after a failure. interop/README.md lists its variables.
 *
 * Run it with `pnpm --filter @portcullis/interop run bigquery:real`.
 */
import { readFileSync } from 'node:fs';
import { bigquery } from '@portcullis/plugin-bigquery';
import { type RealSuite, runRealSuite } from '../../../shared/run-real-suite.ts';

/** One dataset. */
export const BIGQUERY: RealSuite = {
  plugin: bigquery(),
  prefix: 'PORTCULLIS_BIGQUERY_',
  variables: {
    CREDENTIAL_FILE: 'the JSON key of the service account, as a file',
    ROLE: 'the custom role that the service account has',
    LOCATION: 'where the dataset is; `US` without it',
    DATASET: 'the new dataset; `portcullis_trial` without it',
    DATASET_SUFFIX: 'what the datasets of views end with; `_secure` without it',
  },
  needed: () => ['CREDENTIAL_FILE', 'ROLE'],
  autoBootstrap: false,
  config: (read) => ({
    role: read('ROLE'),
    dataset: read('DATASET') ?? 'portcullis_trial',
    datasetSuffix: read('DATASET_SUFFIX') ?? '_secure',
    location: read('LOCATION') ?? 'US',
    credential: readFileSync(read('CREDENTIAL_FILE') ?? '', 'utf8'),
  }),
};

if (import.meta.main) await runRealSuite(BIGQUERY);
