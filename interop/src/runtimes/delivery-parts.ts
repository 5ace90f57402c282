import { equal, match, rejects, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { verifyWebhook } from '@portcullis/client/webhooks';
import {
  createAddressGuard,
  createUndiciTransport,
  type Portcullis,
  type TransportOutcome,
  type UndiciTransportOptions,
} from '@portcullis/core';
import { createHttpSender, guardedLookup, isPublicAddress } from '@portcullis/plugin-network';
import { createProxy, createReceiver, type ReceivedRequest } from '@portcullis/testing';
import { ADMIN } from '../shared/admin.ts';
import { withInstance } from './open-instance.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const LOOPBACK = async () => [{ address: '127.0.0.1', family: 4 }];
const certificates = join(import.meta.dirname, '../../../packages/core/tests/certificates');

/** Delivers a notification to a receiver on this machine, and returns the request. */
export async function deliver(portcullis: Portcullis): Promise<ReceivedRequest> {
  await using receiver = await createReceiver();
  const webhook = { url: `${receiver.url}/hook`, name: 'w', global: true, notificationType: ['ALL_NOTIFICATIONS'] };
  const { errors } = await portcullis.webhooks.create(ADMIN, {
    webhooks: [{ ...webhook, actionType: 'triggered', secret: SECRET }],
  });
  equal(errors.length, 0);
  await portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'Größe' } });
  const [request] = await receiver.received(1);
  return request as ReceivedRequest;
}

/** Checks the request of {@link deliver}. */
export function checkDelivery({ body, headers }: ReceivedRequest): void {
  match(verifyWebhook({ body, headers, secret: SECRET }).text, /Größe/);
}

export const verifySignature = async (): Promise<void> => {
  const request = await withInstance(deliver);
  checkDelivery(request);
  const changed = Buffer.concat([request.body, Buffer.from(' ')]);
  throws(() => verifyWebhook({ body: changed, headers: request.headers, secret: SECRET }), {
    name: 'WebhookRefusedError',
  });
};

/** No request reaches a receiver on an address that is not allowed: by its address, its name, or a name that resolves to it. */
export async function refuseAddresses(): Promise<void> {
  await using receiver = await createReceiver();
  for (const host of ['127.0.0.1', 'localhost', 'receiver.invalid', '[::ffff:127.0.0.1]']) {
    const outcome = await send(`http://${host}:${receiver.port}/`, { resolveHost: LOOPBACK });
    equal(outcome.kind === 'failure' && outcome.code, 'GUARD_BLOCKED', host);
  }
  // A resolver of the operating system that answers otherwise at the moment of the connection.
  const guard = createAddressGuard({ allow: [{ cidr: '127.0.0.2/32' }] });
  const resolveHost = async () => [{ address: '127.0.0.2', family: 4 }];
  const outcome = await send(`http://localhost:${receiver.port}/`, { guard, resolveHost });
  equal(outcome.kind, 'failure');
  equal(receiver.connections, 0);
}

/** A name that no resolver knows is reached by the address that was checked. */
export async function connectToCheckedAddress(): Promise<void> {
  await using receiver = await createReceiver();
  const guard = createAddressGuard({ allow: [{ cidr: '127.0.0.1/32' }] });
  const outcome = await send(`http://receiver.invalid:${receiver.port}/`, { guard, resolveHost: LOOPBACK });
  equal(outcome.kind === 'response' && outcome.statusCode, 200, JSON.stringify(outcome));
  equal(outcome.timing.remoteAddress, '127.0.0.1');
  equal(receiver.requests.length, 1);
}

/** The certificate has to fit the name and to have a trusted issuer. */
export async function deliverOverTls(): Promise<void> {
  const ca = readFileSync(join(certificates, 'receiver.pem'), 'utf8');
  const key = readFileSync(join(certificates, 'receiver.key.pem'), 'utf8');
  const server = createServer({ cert: ca, key }, (_, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const guard = createAddressGuard({ allow: [{ cidr: '127.0.0.1/32' }] });
  try {
    const trusted = await send(`https://receiver.example:${port}/`, { guard, resolveHost: LOOPBACK, ca });
    equal(trusted.kind === 'response' && trusted.statusCode, 200, JSON.stringify(trusted));
    for (const [host, options] of [
      ['receiver.example', {}],
      ['other.example', { ca }],
    ] as const) {
      const refused = await send(`https://${host}:${port}/`, { guard, resolveHost: LOOPBACK, ...options });
      equal(refused.kind === 'failure' && refused.phase, 'tls', JSON.stringify(refused));
    }
    const blocked = await send(`https://receiver.example:${port}/`, { resolveHost: LOOPBACK, ca });
    equal(blocked.kind === 'failure' && blocked.code, 'GUARD_BLOCKED');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Senders of plugins use the lookup and the proxy that they are given. */
export async function sendFromPlugin(): Promise<void> {
  await using receiver = await createReceiver();
  const url = `http://localhost:${receiver.port}/`;
  const request = { url, method: 'POST', body: '{}', signal: AbortSignal.timeout(30_000) } as const;
  const guarded = await createHttpSender({ lookup: guardedLookup(isPublicAddress, () => new Error('Not public.')) });
  await rejects(guarded(request), /Not public/);
  await guarded.close();
  equal(receiver.connections, 0);
  await using proxy = await createProxy();
  const proxied = await createHttpSender({ proxy: proxy.url });
  equal((await proxied(request)).status, 200);
  await proxied.close();
  equal(proxy.asked.length, 1);
}

async function send(url: string, options: UndiciTransportOptions): Promise<TransportOutcome> {
  const transport = createUndiciTransport(options);
  try {
    return await transport.send(
      { url, method: 'POST', headers: {}, body: Buffer.from('{}'), deadlineMs: 20_000, responseLimit: 100 },
      new AbortController().signal,
    );
  } finally {
    await transport.close();
  }
}
