import { createConsole } from '@portcullis/console';
import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import express from 'express';

const portcullis = await createPortcullis({
  plugins: [], // redshift(), trino(), ...
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});

const app = express();
app.use('/governance', portcullisExpress(createHttpHandler(portcullis, { console: createConsole() })));
export const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
// The console is at /governance/console/.
