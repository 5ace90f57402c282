import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';

const store = createSqliteStore({ file: `${process.env.DATA_FOLDER}/portcullis.db` });

export const portcullis = await createPortcullis({
  plugins: [], // redshift(), trino(), ...
  store, // opened here, closed by portcullis.close()
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});
