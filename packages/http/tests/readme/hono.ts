import { serve } from '@hono/node-server';
import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisHono } from '@portcullis/http/hono';
import { Hono } from 'hono';

const portcullis = await createPortcullis({
  plugins: [],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});

const app = new Hono();
app.use(portcullisHono(createHttpHandler(portcullis, { basePath: '/governance' })));
export const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' });
