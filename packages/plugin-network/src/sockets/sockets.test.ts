import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createWebServer, request } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { PlatformError } from '@portcullis/plugin-api';
import { createProxy, type TestProxyOptions } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSocketOpener, type SocketOpenerOptions } from './create-socket-opener.ts';
import { createTunnelAgent } from './create-tunnel-agent.ts';
import { openTunnel } from './open-tunnel.ts';

const certificate = (name: string) => readFileSync(join(import.meta.dirname, '../../tests/certificates', name), 'utf8');
const tls = { key: certificate('server.key.pem'), cert: certificate('server.pem') };
const never = new AbortController().signal;

const ends: (() => unknown)[] = [];
let echo: Server;
let port: number;
beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  port = (echo.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await new Promise((closed) => echo.close(closed));
});

async function proxy(options: TestProxyOptions = {}) {
  const server = await createProxy(options);
  ends.push(() => server.close());
  return server;
}

/** Returns the echo of a text. */
async function readAll(socket: Socket): Promise<string> {
  ends.push(() => socket.destroy());
  socket.write('hello');
  const [bytes] = await once(socket, 'data');
  return String(bytes);
}

const refusal = () => new PlatformError({ failureClass: 'invalid-input', message: 'Not there.' });
const opener = (options: Partial<SocketOpenerOptions> = {}) =>
  createSocketOpener({ mayConnect: () => true, refuse: refusal, ...options });

describe('a tunnel', () => {
  it.each([
    ['http', undefined],
    ['https', tls],
  ])('carries any protocol through a proxy of %s', async (_protocol, secured) => {
    const between = await proxy(secured ? { tls: secured } : {});
    const url = between.url.replace('127.0.0.1', 'localhost').replace('//', '//ada:s%40crate@');
    const socket = await openTunnel({ proxy: url, host: '127.0.0.1', port, certificateAuthorities: [tls.cert] }, never);
    expect(await readAll(socket)).toBe('hello');
    const authorization = `Basic ${Buffer.from('ada:s@crate').toString('base64')}`;
    expect(between.asked).toEqual([{ target: `127.0.0.1:${port}`, authorization }]);
  });

  it('writes an IPv6 address in brackets, and leaves name resolution to the proxy', async () => {
    const between = await proxy({ leadTo: port });
    for (const host of ['2600:1f18::1', 'platform.example']) {
      await readAll(await openTunnel({ proxy: between.url, host, port: 1433 }, never));
    }
    expect(between.asked.map(({ target }) => target)).toEqual(['[2600:1f18::1]:1433', 'platform.example:1433']);
  });

  it('keeps data that the other side sends immediately', async () => {
    const eager = createServer((socket) => socket.end('first')).listen(0, '127.0.0.1');
    await once(eager, 'listening');
    ends.push(() => eager.close());
    const between = await proxy({ leadTo: (eager.address() as AddressInfo).port });
    const socket = await openTunnel({ proxy: between.url, host: 'platform.example', port: 1 }, never);
    const [bytes] = await once(socket, 'data');
    expect(String(bytes)).toBe('first');
  });

  it.each([407, 403, 502])('is refused with %i', async (refuse) => {
    const between = await proxy({ refuse });
    const opening = openTunnel({ proxy: between.url, host: 'platform.example', port: 1433 }, never);
    await expect(opening).rejects.toMatchObject({ failureClass: 'network', vendorCode: `proxy-${refuse}` });
  });

  it('reports a proxy that is unreachable or has an untrusted certificate', async () => {
    const between = await proxy({ tls });
    const secured = between.url.replace('127.0.0.1', 'localhost');
    await expect(openTunnel({ proxy: secured, host: 'platform.example', port: 1 }, never)).rejects.toMatchObject({
      failureClass: 'tls',
      message: expect.stringMatching(/^The proxy could not be reached\. The certificate/),
    });
    await between.close();
    await expect(openTunnel({ proxy: between.url, host: 'platform.example', port: 1 }, never)).rejects.toMatchObject({
      failureClass: 'network',
      message: expect.stringContaining('nothing listens'),
    });
  });

  it('is aborted as soon as its caller aborts', async () => {
    const silent = await proxy({ refuse: 'silence' });
    const controller = new AbortController();
    const sockets: Socket[] = [];
    const opening = openTunnel({ proxy: silent.url, host: 'platform.example', port: 1 }, controller.signal, (socket) =>
      sockets.push(socket),
    );
    await expect.poll(() => silent.asked.length).toBe(1);
    controller.abort(new Error('The caller has aborted.'));
    await expect(opening).rejects.toThrow('The caller has aborted.');
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});

describe('an opener of sockets', () => {
  it('connects to allowed hosts, by address and by name', async () => {
    const lookup = ((_host: string, _options: unknown, done: (...all: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never;
    const open = opener({ lookup });
    expect(await readAll(await open({ host: '127.0.0.1', port }, never))).toBe('hello');
    expect(await readAll(await open({ host: 'platform.example', port }, never))).toBe('hello');
  });

  it.each(['127.0.0.1', 'localhost', '::1'])(
    'refuses %s before a packet is sent, whether the port is open or closed',
    async (host) => {
      let accepted = 0;
      echo.on('connection', () => {
        accepted += 1;
      });
      const open = opener({ mayConnect: () => false });
      await expect(open({ host, port }, never)).rejects.toThrow('Not there.');
      await expect(open({ host, port: 1 }, never)).rejects.toThrow('Not there.');
      expect(accepted).toBe(0);
    },
  );

  it('checks the address with the port, because some local ports may be allowed', async () => {
    const open = opener({ mayConnect: (_address, each) => each === port });
    expect(await readAll(await open({ host: '127.0.0.1', port }, never))).toBe('hello');
    await expect(open({ host: '127.0.0.1', port: 1 }, never)).rejects.toThrow('Not there.');
  });

  it('connects through the proxy only, and also refuses addresses there', async () => {
    const between = await proxy({ leadTo: port });
    const open = opener({ proxy: between.url, mayConnect: () => false });
    expect(await readAll(await open({ host: 'platform.example', port: 1433 }, never))).toBe('hello');
    await expect(open({ host: '169.254.169.254', port: 80 }, never)).rejects.toThrow('Not there.');
    expect(between.asked.map(({ target }) => target)).toEqual(['platform.example:1433']);
  });

  it('is aborted by its caller, even before it begins', async () => {
    const controller = new AbortController();
    const lookup = (() => controller.abort(new Error('The caller has aborted.'))) as never;
    await expect(opener({ lookup })({ host: 'platform.example', port }, controller.signal)).rejects.toThrow(
      'The caller has aborted.',
    );
    await expect(opener()({ host: '127.0.0.1', port }, controller.signal)).rejects.toThrow('The caller has aborted.');
  });
});

it('lets other HTTP clients use tunnels, and reports refusals to them', async () => {
  const server = createWebServer(tls, (_request, response) => response.end('secure')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const ask = async (url: string) => {
    const agent = createTunnelAgent({ proxy: url, certificateAuthorities: [tls.cert] });
    ends.push(() => agent.destroy());
    const asking = request({ host: 'localhost', port: (server.address() as AddressInfo).port, agent }).end();
    const [response] = await once(asking, 'response');
    return String(await response.setEncoding('utf8').toArray());
  };
  const between = await proxy();
  expect(await ask(between.url)).toBe('secure');
  expect(between.asked).toHaveLength(1);
  await expect(ask((await proxy({ refuse: 407 })).url)).rejects.toMatchObject({ vendorCode: 'proxy-407' });
});

describe('a socket that breaks while no driver owns it', () => {
  it.each([
    ['opened', () => opener()({ host: '127.0.0.1', port }, never)],
    ['of a tunnel', async () => openTunnel({ proxy: (await proxy()).url, host: '127.0.0.1', port }, never)],
  ] as const)('causes no uncaught error: %s', async (_what, open) => {
    const socket = await open();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // This error would be uncaught without a listener on the socket.
    socket.destroy(new Error('The network is gone.'));
    await closed;
    expect(socket.errored).toMatchObject({ message: 'The network is gone.' });
  });
});
