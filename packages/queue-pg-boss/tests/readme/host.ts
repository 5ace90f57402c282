import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createPgBossQueue } from '@portcullis/queue-pg-boss';
import { createPostgresStore } from '@portcullis/store-sql/postgres';

const connectionString = process.env.DATABASE_URL;

export const portcullis = await createPortcullis({
  plugins: [], // redshift(), trino(), ...
  store: createPostgresStore({ connectionString }),
  queue: createPgBossQueue({ connectionString }),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});
