/** The module of the thread in the tests: the store and the fault are set in the environment. */
import { createStaticSecretKeys, runDispatcher } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';

const { THREAD_FILE, THREAD_DATABASE, THREAD_SCHEMA, THREAD_KEY = '7' } = process.env;

await runDispatcher({
  store: THREAD_DATABASE
    ? createPostgresStore({ connectionString: THREAD_DATABASE, schema: THREAD_SCHEMA ?? '' })
    : createSqliteStore({ file: THREAD_FILE ?? '' }),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, Number(THREAD_KEY)) } }),
});
