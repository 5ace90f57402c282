import { createServer } from 'node:http';
import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';

const portcullis = await createPortcullis({
  plugins: [],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});

const respond = portcullisExpress(createHttpHandler(portcullis, { basePath: '/governance' }));
export const server = createServer((request, response) => {
  respond(request, response, () => response.writeHead(404).end());
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
