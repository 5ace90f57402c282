/** The entry point of the delivery thread: a second store on the same file or database, with the same keys. */
import { workerData } from 'node:worker_threads';
import { createStaticSecretKeys, runDispatcher } from '@portcullis/core';
import { createSharedStore, type HostOptions } from '@portcullis/example-shared';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';

const { storeFile, secretKey, nodes } = workerData as Pick<HostOptions, 'storeFile' | 'secretKey' | 'nodes'>;

await runDispatcher({
  store: nodes ? createSharedStore(nodes) : createSqliteStore({ file: storeFile }),
  secretKeys: createStaticSecretKeys({ current: 'first', keys: { first: secretKey } }),
});
