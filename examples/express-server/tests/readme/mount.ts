import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { redshift } from '@portcullis/plugin-redshift';
import { trino } from '@portcullis/plugin-trino';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import express from 'express';

export const portcullis = await createPortcullis({
  plugins: [redshift(), trino()],
  store: createSqliteStore({ file: process.env.STORE_FILE ?? 'portcullis.db' }),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': process.env.PORTCULLIS_SECRET_KEY ?? '' } }),
});

export const app = express();
app.use('/governance', portcullisExpress(createHttpHandler(portcullis)));
