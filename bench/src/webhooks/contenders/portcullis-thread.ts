/** The module of the thread that delivers. The contender supplies the file or the database of its store. */
import { workerData } from 'node:worker_threads';
import { runDispatcher } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { benchKeys } from './bench-keys.ts';

const { file, postgres } = workerData as { readonly file: string; readonly postgres: string | undefined };

await runDispatcher({
  store: postgres === undefined ? createSqliteStore({ file }) : createPostgresStore({ connectionString: postgres }),
  secretKeys: benchKeys(),
});
