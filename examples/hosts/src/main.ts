/** Starts one of the hosts: `node --conditions=source src/main.ts fastify`. */
import { randomBytes } from 'node:crypto';
import { APPLICATION_ADMIN, createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import type { StartHost } from './host.ts';
import { createSessions } from './sessions.ts';

const HOSTS: Readonly<Record<string, () => Promise<StartHost>>> = {
  'node-http': async () => (await import('./node-http.ts')).startNodeHttp,
  fastify: async () => (await import('./fastify.ts')).startFastify,
  hono: async () => (await import('./hono.ts')).startHono,
  nest: async () => (await import('./nest.ts')).startNest,
};

const name = process.argv[2] ?? '';
const load = HOSTS[name];
if (!load) {
  console.error(`There is no host "${name}". Name one of: ${Object.keys(HOSTS).join(', ')}.`);
  process.exit(1);
}
const start = await load();
const portcullis = await createPortcullis({
  plugins: [],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
  logger: console,
});
const sessions = createSessions();
const cookie = sessions.signIn({ id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] });
const host = await start({
  portcullis,
  authenticate: sessions.authenticate,
  port: Number(process.env.PORT ?? 3000),
});
console.log(`Ada is signed in. Ctrl-C stops the server.

curl --cookie '${cookie}' http://127.0.0.1:${host.port}/governance/integrations/types`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void host.close());
