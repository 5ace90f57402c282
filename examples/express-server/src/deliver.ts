/** What the thread for deliveries runs: a second store on the same file, with the same keys. */
import { workerData } from 'node:worker_threads';
import { createStaticSecretKeys, runDispatcher } from '@portcullis/core';
import type { HostOptions } from '@portcullis/example-shared';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';

const { storeFile, secretKey } = workerData as Pick<HostOptions, 'storeFile' | 'secretKey'>;

await runDispatcher({
  store: createSqliteStore({ file: storeFile }),
  secretKeys: createStaticSecretKeys({ current: 'first', keys: { first: secretKey } }),
});
