import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createMariaDbStore } from '@portcullis/store-sql/mariadb';

export const store = createMariaDbStore({ connectionString: process.env.DATABASE_URL });

export const portcullis = await createPortcullis({
  plugins: [],
  store,
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});
