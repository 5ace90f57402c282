import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { classifyFailure } from '@portcullis/plugin-api';
import { createProxy, createReceiver, type TestProxyOptions } from '@portcullis/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { guardedLookup } from '../addresses/guarded-lookup.ts';
import { isLocalAddress } from '../addresses/local-address.ts';
import { createHttpSender } from './create-http-sender.ts';
import { createJsonSender } from './create-json-sender.ts';
import type { HttpSenderOptions } from './http-sender.ts';

const certificate = (name: string) => readFileSync(join(import.meta.dirname, '../../tests/certificates', name), 'utf8');
const tls = { key: certificate('server.key.pem'), cert: certificate('server.pem') };
const forever = new AbortController().signal;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function sender(options: HttpSenderOptions = {}) {
  const send = await createHttpSender(options);
  ends.push(() => send.close());
  return send;
}

async function jsonSender(options: HttpSenderOptions = {}) {
  const send = await createJsonSender({ platform: 'Lighthouse', ...options });
  ends.push(() => send.close());
  return send;
}

async function receiver(status: number, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const server = await createReceiver((_request, response) => response.writeHead(status, headers).end(body));
  ends.push(() => server.close());
  return server;
}

async function proxy(options: TestProxyOptions = {}) {
  const server = await createProxy(options);
  ends.push(() => server.close());
  return server;
}

/** A web server over TLS with a certificate that no machine trusts by default. */
async function secureServer(): Promise<string> {
  const server = createServer(tls, (_request, response) => response.end('{"secure":true}'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
}

const get = (url: string) => ({ url, method: 'GET', signal: forever }) as const;
const failureOf = (error: unknown) => classifyFailure(error, () => undefined);

describe('a sender', () => {
  it('sends the given request and returns any response, with its headers', async () => {
    const server = await receiver(303, 'See there', { location: '/there', 'set-cookie': 'a=1' });
    const send = await sender();
    const request = { url: `${server.url}/here?x=1`, method: 'POST', headers: { accept: 'text/plain' } } as const;
    const response = await send({ ...request, body: 'all of it', signal: forever });
    expect(response).toMatchObject({ status: 303, text: 'See there', headers: { location: '/there' } });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/here?x=1', headers: { accept: 'text/plain' } });
    expect(String(server.requests[0]?.body)).toBe('all of it');
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('reads a response that the server compresses without being asked: %s', async (coding, compress) => {
    const server = await receiver(200, compress('{"name":"Zürich"}'), { 'content-encoding': coding });
    expect((await (await sender())(get(server.url))).text).toBe('{"name":"Zürich"}');
    expect(server.requests[0]?.headers).not.toHaveProperty('accept-encoding');
  });

  it.each([
    [
      'identity',
      Buffer.from('{"message":"Refused: Bearer issued-token."}'),
      '{"message":"Refused: Bearer [REDACTED]."}',
    ],
    ['gzip', gzipSync('issued-token, issued-token'), '[REDACTED], [REDACTED]'],
  ])('redacts the credential of a request in a response that repeats it: %s', async (coding, body, text) => {
    const server = await receiver(403, body, { 'content-encoding': coding });
    const request = { ...get(server.url), headers: { authorization: 'Bearer issued-token' } };
    expect((await (await sender())(request)).text).toBe(text);
  });

  it('rejects a compressed response that is too long, broken, or in an unknown coding', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const long = await receiver(200, gzipSync('x'.repeat(2_000)), headers);
    const short = await sender({ responseLimit: 1_000 });
    await expect(short(get(long.url))).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
    const broken = await receiver(200, 'plain', headers);
    await expect(short(get(broken.url))).rejects.toMatchObject({ failureClass: 'network' });
    const unknown = await receiver(200, 'plain', { 'content-encoding': 'lzw' });
    await expect(short(get(unknown.url))).rejects.toMatchObject({ failureClass: 'network' });
  });

  it('reads an empty response with a coding', async () => {
    const server = await receiver(200, '', { 'content-encoding': 'gzip' });
    expect((await (await sender())(get(server.url))).text).toBe('');
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '127.1', '[::ffff:127.0.0.1]'])(
    'asks the lookup about the address %s, which needs no resolver, with and without a proxy',
    async (host) => {
      const server = await receiver(200, '{}');
      const lookup = guardedLookup(
        (address) => !isLocalAddress(address),
        () => new Error('refused'),
      );
      const url = `http://${host}:${new URL(server.url).port}/`;
      for (const options of [{ lookup }, { lookup, proxy: (await proxy()).url }]) {
        await expect((await sender(options))(get(url))).rejects.toThrow('refused');
      }
      expect(server.requests).toHaveLength(0);
    },
  );

  it('trusts the certificates of Node, and the given ones', async () => {
    const url = await secureServer();
    const distrustful = await sender();
    expect(failureOf(await distrustful(get(url)).catch((error: unknown) => error)).class).toBe('tls');
    const trusting = await sender({ certificateAuthorities: [tls.cert] });
    expect((await trusting(get(url))).text).toBe('{"secure":true}');
  });

  it('rejects if a response is too long or late, or if the caller aborts', async () => {
    const long = await receiver(200, 'x'.repeat(2_000));
    const short = await sender({ responseLimit: 1_000 });
    await expect(short(get(long.url))).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
    const silent = await createReceiver(() => {});
    ends.push(() => silent.close());
    const impatient = await sender({ idleTimeoutMs: 50 });
    expect(failureOf(await impatient(get(silent.url)).catch((error: unknown) => error)).class).toBe('timeout');
    const controller = new AbortController();
    const under = (await sender())({ ...get(silent.url), signal: controller.signal });
    void silent.received(2).then(() => controller.abort(new Error('The caller has aborted.')));
    await expect(under).rejects.toThrow('The caller has aborted.');
  });

  /** A server that sends these responses, one after another, and then 200. */
  async function limiting(responses: readonly (readonly [status: number, after?: string])[]) {
    let count = 0;
    const server = await createReceiver((_request, response) => {
      const [status, after] = responses[count++] ?? [200];
      response.writeHead(status, after === undefined ? {} : { 'retry-after': after }).end();
    });
    ends.push(() => server.close());
    return server;
  }
  const ago = new Date(Date.now() - 60_000).toUTCString();

  it.each([
    ['a GET that is limited', 'GET', [[429, '0']], 200, 2],
    ['a POST that is limited', 'POST', [[429, '0']], 200, 2],
    ['a GET to an unavailable server', 'GET', [[503, ago]], 200, 2],
    [
      'each of three limits',
      'GET',
      [
        [429, '0'],
        [429, '0'],
        [429, '0'],
        [429, '0'],
      ],
      429,
      4,
    ],
  ] as const)('repeats %s after the wait that the server requests', async (_what, method, responses, status, count) => {
    const server = await limiting(responses);
    const send = await sender();
    expect((await send({ ...get(server.url), method })).status).toBe(status);
    expect(server.requests).toHaveLength(count);
  });

  it.each([
    ['a POST to an unavailable server, which may have worked on it', 'POST', [[503, '0']]],
    ['a request without a requested wait', 'GET', [[429]]],
    ['a request with an unreadable wait', 'GET', [[429, 'soon']]],
    ['a request with a long wait', 'GET', [[429, '31']]],
    ['another failure', 'GET', [[500, '0']]],
  ] as const)('does not repeat %s', async (_what, method, responses) => {
    const server = await limiting(responses);
    const send = await sender();
    expect((await send({ ...get(server.url), method })).status).toBe(responses[0][0]);
    expect(server.requests).toHaveLength(1);
  });

  it('ends such a wait if the caller aborts', async () => {
    const controller = new AbortController();
    const server = await createReceiver((_request, response) => {
      response.writeHead(429, { 'retry-after': '20' }).end(() => controller.abort());
    });
    ends.push(() => server.close());
    const waiting = (await sender())({ ...get(server.url), signal: controller.signal });
    expect(failureOf(await waiting.catch((error: unknown) => error)).class).toBe('timeout');
    expect(server.requests).toHaveLength(1);
  });

  it('uses the given resolver', async () => {
    const send = await sender({ lookup: (_host, _options, respond) => respond(new Error('refused'), '') });
    await expect(send(get('http://platform.example/'))).rejects.toThrow('refused');
  });
});

describe('a sender behind a proxy', () => {
  it('opens a tunnel for TLS, with its credentials', async () => {
    const url = await secureServer();
    const between = await proxy();
    const named = between.url.replace('//', '//ada:s%40crate@');
    const send = await sender({ proxy: named, certificateAuthorities: [tls.cert] });
    expect((await send(get(url))).status).toBe(200);
    const authorization = `Basic ${Buffer.from('ada:s@crate').toString('base64')}`;
    expect(between.asked).toEqual([{ target: new URL(url).host, authorization }]);
  });

  it.each([
    [407, 'requires a user name and a password'],
    [403, 'responded with HTTP 403'],
    [502, 'responded with HTTP 502'],
  ])('reports the status of a refusal: %i', async (refuse, says) => {
    const between = await proxy({ refuse });
    const send = await sender({ proxy: between.url });
    const error = await send(get('https://platform.example/')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failureClass: 'network', vendorCode: `proxy-${refuse}` });
    expect(error).toMatchObject({ message: `The proxy ${says}.`, help: expect.stringContaining('option proxy') });
  });

  it('reports it also if no tunnel is needed', async () => {
    const between = await proxy({ refuse: 407 });
    const send = await sender({ proxy: between.url });
    await expect(send(get('http://platform.example/'))).rejects.toMatchObject({ vendorCode: 'proxy-407' });
  });
});

describe('a sender of JSON', () => {
  it.each([
    [200, '{"a":1}', { a: 1 }],
    [200, '', {}],
    [404, '{"message":"No."}', { message: 'No.' }],
    [302, '<html>elsewhere</html>', {}],
    [502, '<html>Bad gateway</html>', {}],
  ])('reads a response with %i and %j', async (status, body, read) => {
    const server = await receiver(status, body);
    const send = await jsonSender();
    expect(await send(get(server.url))).toMatchObject({ status, body: read });
  });

  it('returns the headers, by their names in lower case', async () => {
    const server = await receiver(202, '', { Location: '/operations/1' });
    const send = await jsonSender();
    expect((await send(get(server.url))).headers).toMatchObject({ location: '/operations/1' });
  });

  it('treats an HTML page with status 200 as a response of an intermediary, and quotes nothing of it', async () => {
    const server = await receiver(200, '<html>Sign in, s3cret</html>');
    const send = await jsonSender();
    const error = await send(get(server.url)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      failureClass: 'network',
      message: expect.stringContaining('the service and Lighthouse'),
    });
    expect((error as Error).cause).toBeUndefined();
  });
});
