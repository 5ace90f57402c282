/**
 * The host that Schemathesis tests: every plugin with its emulator, one integration of each, and webhooks with a
 * history. No request leaves the machine. The host writes its OpenAPI document, with examples, to the file of its first
 * parameter, and then one line of JSON, its {@link SchemathesisHost}. It ends with its input, and then writes its
 * {@link ResponseCounts} as another line. With `living` as its second parameter, the document has the bodies of {@link
 * withLivingObjects}, and a change has ended when it is answered.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type ScriptResponse,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { createReceiver } from '@portcullis/testing';
import { startEveryPlatform } from '../../shared/every-platform/start-every-platform.ts';
import { recordConnections } from '../../shared/outbound/record-connections.ts';
import { awaitChanges } from './await-changes.ts';
import { createResponseTally } from './response-tally.ts';
import { UNRESOLVED_KEY, withExamples } from './with-examples.ts';
import { withLivingObjects } from './with-living-objects.ts';

/** The address of the host, for the suite. */
export interface SchemathesisHost {
  readonly url: string;
  readonly key: string;
}

const [, , file = '', mode] = process.argv;
const key = randomBytes(16).toString('hex');
const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
const context = { principal };

const platforms = await startEveryPlatform();
const receiver = await createReceiver();
recordConnections([...platforms.targets, `127.0.0.1:${receiver.port}`]);
const complain = (message: string, details?: object): void => {
  process.stderr.write(`${message} ${JSON.stringify(details ?? {})}\n`);
};
const store = createMemoryStore();
const portcullis = await createPortcullis({
  plugins: platforms.plugins,
  store,
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
  webhooks: { allow: [{ cidr: '127.0.0.1/32', port: receiver.port }], manualRetriesPerMinute: 1_000_000 },
  logger: { debug: () => {}, info: () => {}, warn: () => {}, error: complain },
  // A service on this machine that does not respond at once will never respond.
  integrations: { transientRetries: 0 },
});

const { script } = (await portcullis.integrations.script(context, 'create', platforms.manualBody)) as ScriptResponse;
platforms.runManualScript(script);
for (const body of [...Object.values(platforms.bodies), platforms.manualBody]) {
  const { id } = (await portcullis.integrations.create(context, body)) as { readonly id: string };
  const { status } = await portcullis.integrations.whenIdle(Number(id));
  if (status !== 'enabled') throw new Error(`The integration of ${body.type} is ${status}.`);
}
const webhook = {
  name: 'Audit',
  url: receiver.url,
  global: true,
  notificationType: ['ALL_NOTIFICATIONS'],
  actionType: null,
};
// Objects that wait for a decision normally result from a crash. Here they are inserted.
const marked = await store.find('managedObjects');
for (const [known] of Map.groupBy(marked, ({ integrationId }) => integrationId).values()) {
  const { id: _id, ...columns } = known as (typeof marked)[number];
  const unresolved = { key: UNRESOLVED_KEY, name: 'LEFT', physicalKey: `left-${_id}`, origin: 'unresolved' };
  await store.insert('managedObjects', { ...columns, ...unresolved });
}
await portcullis.webhooks.create(context, { webhooks: [webhook, { ...webhook, name: 'Audit again' }] });
await portcullis.webhooks.test(context, 1);

// The key belongs to the host: a request could revoke a key of the instance.
const authenticate = async ({ headers }: Request) =>
  headers.get('authorization') === `Bearer ${key}` ? principal : undefined;
const handler = createHttpHandler(portcullis, {
  authenticate,
  logger: { debug: () => {}, info: () => {}, warn: () => {}, error: complain },
  eventStreams: { lifetimeMs: 500 },
});
const document: unknown = await (await handler(new Request('http://localhost/openapi.json'))).json();
const tally = createResponseTally(document);
const respond = portcullisExpress(mode === 'living' ? awaitChanges(handler, portcullis) : handler);
const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  response.on('close', () => tally.count(request.method ?? '', path, response.statusCode));
  void respond(request, response, () => response.writeHead(404).end());
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const adapted = (mode === 'living' ? withLivingObjects : withExamples)(document, platforms, webhook);
writeFileSync(file, JSON.stringify(adapted));
const ready: SchemathesisHost = { url, key };
process.stdout.write(`${JSON.stringify(ready)}\n`);

for await (const _chunk of process.stdin);
server.closeAllConnections();
server.close();
process.stdout.write(`${JSON.stringify(tally.counts())}\n`);
await portcullis.close();
await receiver.close();
await platforms.stop();
process.exit(0);
