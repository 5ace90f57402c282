import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { mariadb } from 'portcullis-plugin-mariadb';

const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': process.env.PORTCULLIS_SECRET_KEY ?? '' } });
// Use a persistent store in production, one of @portcullis/store-sql.
const store = createMemoryStore();
export const portcullis = await createPortcullis({
  plugins: [mariadb()],
  store,
  secretKeys,
});
