import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createBullMqQueue } from '@portcullis/queue-bullmq';
import { createPostgresStore } from '@portcullis/store-sql/postgres';

export const portcullis = await createPortcullis({
  plugins: [], // redshift(), trino(), ...
  store: createPostgresStore({ connectionString: process.env.DATABASE_URL }),
  queue: createBullMqQueue({ connection: process.env.REDIS_URL ?? 'redis://localhost:6379' }),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});
