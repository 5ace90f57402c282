/**
 * The host that Schemathesis is pointed at: every plugin with its emulator, one integration of each, webhooks with a history. It lets
 * nothing leave the machine. When it is ready it has written its OpenAPI document, with examples, to the file that is its parameter, and
 * writes one line of JSON, its {@link SchemathesisHost}; it ends with its input.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APPLICATION_ADMIN, createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { createReceiver } from '@portcullis/testing';
import { startEveryPlatform } from '../../shared/every-platform/start-every-platform.ts';
import { recordConnections } from '../../shared/outbound/record-connections.ts';
import { withExamples } from './with-examples.ts';

/** The address of the host, for the suite. */
export interface SchemathesisHost {
  readonly url: string;
  readonly key: string;
}

const key = randomBytes(16).toString('hex');
const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
const context = { principal };

const platforms = await startEveryPlatform();
const receiver = await createReceiver();
recordConnections([...platforms.targets, `127.0.0.1:${receiver.port}`]);
const complain = (message: string, details?: object): void => {
  process.stderr.write(`${message} ${JSON.stringify(details ?? {})}\n`);
};
const portcullis = await createPortcullis({
  plugins: platforms.plugins,
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
  webhooks: { allow: [{ cidr: '127.0.0.1/32', port: receiver.port }], manualRetriesPerMinute: 1_000_000 },
  logger: { debug: () => {}, info: () => {}, warn: () => {}, error: complain },
  // A service that does not answer here never will.
  integrations: { transientRetries: 0 },
});

for (const body of Object.values(platforms.bodies)) {
  const { id } = (await portcullis.integrations.create(context, body)) as { readonly id: string };
  const { status } = await portcullis.integrations.settled(Number(id));
  if (status !== 'enabled') throw new Error(`The integration of ${body.type} is ${status}.`);
}
const webhook = {
  name: 'Audit',
  url: receiver.url,
  global: true,
  notificationType: ['ALL_NOTIFICATIONS'],
  actionType: null,
};
await portcullis.webhooks.create(context, { webhooks: [webhook, { ...webhook, name: 'Audit again' }] });
await portcullis.webhooks.test(context, 1);

// The key is the host's own: one of the instance could be revoked on the way.
const authenticate = async ({ headers }: Request) =>
  headers.get('authorization') === `Bearer ${key}` ? principal : undefined;
const handler = createHttpHandler(portcullis, {
  authenticate,
  logger: { debug: () => {}, info: () => {}, warn: () => {}, error: complain },
  eventStreams: { lifetimeMs: 500 },
});
const answer = portcullisExpress(handler);
const server = createServer((request, response) => {
  void answer(request, response, () => response.writeHead(404).end());
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const document = await (await handler(new Request(`${url}/openapi.json`))).json();
const [, , file = ''] = process.argv;
writeFileSync(file, JSON.stringify(withExamples(document, platforms.bodies, webhook)));
const ready: SchemathesisHost = { url, key };
process.stdout.write(`${JSON.stringify(ready)}\n`);

for await (const _chunk of process.stdin);
server.closeAllConnections();
server.close();
await portcullis.close();
await receiver.close();
await platforms.stop();
process.exit(0);
