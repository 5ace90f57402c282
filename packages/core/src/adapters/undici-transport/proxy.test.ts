import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createRawReceiver, createReceiver } from '@portcullis/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { clockOfRow } from '../../../tests/receiver-faults/clock-of-row.ts';
import type { WebhookProxy } from '../../options/webhook-proxy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpTransport } from '../../ports/http-transport.ts';
import { createAddressGuard } from '../../security/address-guard/address-guard.ts';
import { createUndiciTransport } from './create-undici-transport.ts';
import type { ResolvedAddress } from './resolve-host.ts';

const certificates = join(import.meta.dirname, '../../../tests/certificates');
const cert = readFileSync(join(certificates, 'receiver.pem'), 'utf8');
const key = readFileSync(join(certificates, 'receiver.key.pem'), 'utf8');
const elsewhere = { address: '93.184.215.14', family: 4 };

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A request that a proxy received. */
interface ConnectRequest {
  readonly authority: string | undefined;
  readonly authorization: string | undefined;
}

/** A proxy on the loopback address that leads everything to one receiver there, whatever it is asked for, or refuses with a status. */
async function startProxy(receiverPort: number, status = 200) {
  const asked: ConnectRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', ({ url, headers }, client: Socket) => {
    asked.push({ authority: url, authorization: headers['proxy-authorization'] });
    client.on('error', () => {});
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const upstream = connect(receiverPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(upstream.on('error', () => client.destroy()));
    return client;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

interface ProxyRequest {
  readonly resolved?: readonly ResolvedAddress[];
  readonly ca?: string;
  readonly deadlineMs?: number;
  readonly clock?: Clock;
}

function transportThrough(
  proxy: WebhookProxy,
  { resolved = [elsewhere], ca, clock }: ProxyRequest = {},
): HttpTransport {
  const transport = createUndiciTransport({
    proxy,
    guard: createAddressGuard(),
    resolveHost: async () => resolved,
    ...(ca === undefined ? {} : { ca }),
    ...(clock && { clock }),
  });
  cleanUps.push(() => transport.close());
  return transport;
}

function send(transport: HttpTransport, url: string, { deadlineMs = 60_000 }: ProxyRequest = {}) {
  const request = {
    url,
    method: 'POST',
    headers: {},
    body: Buffer.from('{}'),
    deadlineMs,
    responseLimit: 100,
  } as const;
  return transport.send(request, new AbortController().signal);
}

describe('through a proxy', () => {
  it('a delivery arrives by a tunnel to the host of its URL, and the next one uses the same tunnel', async () => {
    await using receiver = await createReceiver();
    const proxy = await startProxy(receiver.port);
    const transport = transportThrough({ url: proxy.url, authorization: 'Basic dXNlcjpwYXNz' });
    const first = await send(transport, 'http://hooks.example.com/in');
    await new Promise<void>((resolve) => setImmediate(resolve));
    const second = await send(transport, 'http://hooks.example.com/in');
    expect(first).toMatchObject({ statusCode: 200 });
    expect(second).toMatchObject({ statusCode: 200, timing: { reusedSocket: true } });
    expect(proxy.asked).toEqual([{ authority: 'hooks.example.com:80', authorization: 'Basic dXNlcjpwYXNz' }]);
    expect(receiver.requests[0]?.headers).toMatchObject({ host: 'hooks.example.com' });
    expect(receiver.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('TLS is spoken with the receiver, under its name, so that the proxy sees nothing', async () => {
    const server = createHttpsServer({ cert, key }, (_, response) => response.end('ok'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUps.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    const proxy = await startProxy((server.address() as AddressInfo).port);
    const trusted = transportThrough({ url: proxy.url }, { ca: cert });
    expect(await send(trusted, 'https://receiver.example/in')).toMatchObject({ statusCode: 200 });
    expect(await send(trusted, 'https://other.example/in')).toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      phase: 'tls',
    });
    expect(proxy.asked.map(({ authority }) => authority)).toEqual(['receiver.example:443', 'other.example:443']);
  });

  it.each([
    ['a private address', 'http://127.0.0.1:8080/', [elsewhere]],
    ['a private address in disguise', 'http://2130706433/', [elsewhere]],
    ['a name of a private address', 'http://hooks.example.com/', [{ address: '10.0.0.1', family: 4 }]],
    [
      'a name of several addresses, one of them private',
      'http://hooks.example.com/',
      [elsewhere, { address: '::1', family: 6 }],
    ],
    ['a name without an address', 'http://hooks.example.com/', []],
  ])('%s is not requested', async (_, url, resolved) => {
    const proxy = await startProxy(1);
    const outcome = await send(transportThrough({ url: proxy.url }, { resolved }), url);
    expect(outcome).toMatchObject({ code: 'GUARD_BLOCKED', phase: 'guard' });
    expect(proxy.asked).toEqual([]);
  });

  it('only the proxy resolves names if the option is off; addresses are still checked', async () => {
    await using receiver = await createReceiver();
    const proxy = await startProxy(receiver.port);
    const transport = transportThrough({ url: proxy.url, lookUp: false }, { resolved: [] });
    expect(await send(transport, 'http://hooks.example.com/')).toMatchObject({ statusCode: 200 });
    expect(await send(transport, 'http://10.0.0.1/')).toMatchObject({ code: 'GUARD_BLOCKED' });
    expect(proxy.asked).toHaveLength(1);
  });

  it('a redirect is not followed', async () => {
    await using receiver = await createReceiver((_, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
    );
    const proxy = await startProxy(receiver.port);
    expect(await send(transportThrough({ url: proxy.url }), 'http://hooks.example.com/')).toMatchObject({
      statusCode: 302,
    });
    expect(proxy.asked).toHaveLength(1);
  });
});

describe('a fault of the proxy', () => {
  it.each([400, 403, 407, 500])('is reported as such for status %i', async (status) => {
    const proxy = await startProxy(1, status);
    const outcome = await send(transportThrough({ url: proxy.url }), 'http://hooks.example.com/');
    expect(outcome).toMatchObject({ code: `PROXY_${status}`, phase: 'proxy', connect: true });
  });

  it('is reported if it is not there', async () => {
    const gone = await createRawReceiver();
    await gone.close();
    const outcome = await send(transportThrough({ url: gone.url }), 'http://hooks.example.com/');
    expect(outcome).toMatchObject({ code: 'ECONNREFUSED', phase: 'proxy', connect: true });
  });

  it('is reported if it closes the connection, or does not speak HTTP', async () => {
    await using silent = await createRawReceiver((socket) => socket.once('data', () => socket.end()));
    await using babbling = await createRawReceiver((socket) => socket.once('data', () => socket.end('SMTP ready\r\n')));
    for (const { url } of [silent, babbling]) {
      const outcome = await send(transportThrough({ url }), 'http://hooks.example.com/');
      expect(outcome).toMatchObject({ kind: 'failure', phase: 'proxy' });
    }
  });
});

describe('a fault of the receiver behind a proxy', () => {
  it.each([502, 503, 504])('is reported when the proxy answers %i', async (status) => {
    const proxy = await startProxy(1, status);
    const outcome = await send(transportThrough({ url: proxy.url }), 'http://hooks.example.com/');
    expect(outcome).toMatchObject({ code: `PROXY_${status}`, phase: 'connect', connect: true });
  });

  it('is reported if there is no tunnel by the deadline', async () => {
    let isRequested = false;
    await using silent = await createRawReceiver((socket) => {
      socket.once('data', () => {
        isRequested = true;
      });
    });
    const deadlineMs = 300;
    const transport = transportThrough({ url: silent.url }, { clock: clockOfRow(deadlineMs, () => isRequested) });
    const outcome = await send(transport, 'http://hooks.example.com/', { deadlineMs });
    expect(outcome).toMatchObject({ code: 'ETIMEDOUT', phase: 'connect', connect: true });
  });
});

it.each(['proxy.example:3128', 'socks5://127.0.0.1:1080', 'http://user:pass@127.0.0.1:3128', ''])(
  'the URL %j is refused',
  (url) => {
    expect(() => createUndiciTransport({ proxy: { url } })).toThrow('webhooks.proxy.url');
  },
);
