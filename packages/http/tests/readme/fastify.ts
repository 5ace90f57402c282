import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisFastify } from '@portcullis/http/fastify';
import Fastify from 'fastify';

const portcullis = await createPortcullis({
  plugins: [],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});

const app = Fastify();
await app.register(portcullisFastify(createHttpHandler(portcullis)), { prefix: '/governance' });
await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
export const { server } = app;
