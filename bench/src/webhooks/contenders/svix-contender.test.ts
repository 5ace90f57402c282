import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createSvixContender } from './svix-contender.ts';

interface Received {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly channels?: readonly string[]; readonly payload?: { readonly webhookId: number } };
}

/** A server that answers each request as Svix answers the creation of an application. */
async function startApi() {
  const received: Received[] = [];
  const take = async ({ url: path, headers }: IncomingMessage, body: string): Promise<void> => {
    received.push({ path, authorization: headers.authorization, body: JSON.parse(body) });
  };
  const server = createServer((message, response) => {
    void text(message)
      .then((body) => take(message, body))
      .then(() => response.writeHead(201).end('{"id":"app_1"}'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function createClient(url: string) {
  const order = { contender: 'svix', urls: ['http://one', 'http://two'], deadlineMs: 1, folder: '' } as const;
  const contender = await createSvixContender({ ...order, svix: { url, token: 'secret' } });
  onTestFinished(() => contender.close());
  return contender;
}

it('creates an application with an endpoint for each URL, in its own channel and in a shared one', async () => {
  const { received, url } = await startApi();
  await createClient(url);
  expect(received.map(({ path }) => path)).toEqual([
    '/api/v1/app/',
    '/api/v1/app/app_1/endpoint/',
    '/api/v1/app/app_1/endpoint/',
  ]);
  expect(received.map(({ body }) => body.channels)).toEqual([undefined, ['endpoint-0', 'all'], ['endpoint-1', 'all']]);
  expect(new Set(received.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer secret']));
});

it('publishes to the channel of one endpoint, or of all', async () => {
  const { received, url } = await startApi();
  const contender = await createClient(url);
  await contender.publish(3);
  await contender.publishToAll?.(4);
  const messages = received.slice(3);
  expect(messages.map(({ path }) => path)).toEqual(Array(2).fill('/api/v1/app/app_1/msg/?with_content=false'));
  expect(messages.map(({ body }) => body.channels)).toEqual([['endpoint-1'], ['all']]);
  expect(messages[0]?.body.payload?.webhookId).toBe(1);
});
