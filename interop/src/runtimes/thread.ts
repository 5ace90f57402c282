/** The delivery thread: a second store on the same file. */
import { workerData } from 'node:worker_threads';
import { createStaticSecretKeys, runDispatcher } from '@portcullis/core';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { SECRET_KEYS } from './open-instance.ts';

const { file } = workerData as { readonly file: string };

await runDispatcher({ store: createSqliteStore({ file }), secretKeys: createStaticSecretKeys(SECRET_KEYS) });
