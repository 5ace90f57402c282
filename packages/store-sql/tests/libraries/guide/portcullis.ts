import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';

export const store = createPostgresStore({ connectionString: process.env.DATABASE_URL, schema: 'governance' });

export const portcullis = await createPortcullis({
  plugins: [],
  store,
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});
