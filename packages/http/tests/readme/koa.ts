import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisKoa } from '@portcullis/http/koa';
import Koa from 'koa';
import mount from 'koa-mount';

const portcullis = await createPortcullis({
  plugins: [],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});

const app = new Koa();
app.use(mount('/governance', portcullisKoa(createHttpHandler(portcullis))));
export const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
