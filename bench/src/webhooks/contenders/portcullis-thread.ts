/** The module of the thread that delivers. The contender supplies the file of its store. */
import { workerData } from 'node:worker_threads';
import { runDispatcher } from '@portcullis/core';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { benchKeys } from './bench-keys.ts';

const { file } = workerData as { readonly file: string };

await runDispatcher({ store: createSqliteStore({ file }), secretKeys: benchKeys() });
