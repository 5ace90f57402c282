import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settingsOf } from '../settings.ts';
import { socketFor, socketOpenerFor } from './open-socket.ts';

const never = new AbortController().signal;
let server: Server;
let port: number;
beforeEach(async () => {
  server = createServer((connection) => connection.pipe(connection)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Returns the echo of a text that is sent as soon as the connection is made. */
async function echo(options: Parameters<typeof settingsOf>[0], host = '127.0.0.1', at = port): Promise<string> {
  const socket = await socketFor(settingsOf(options), { host, port: at }, never);
  socket.on('connect', () => socket.end('hello'));
  socket.connect(at, host);
  const [bytes] = await once(socket, 'data');
  return String(bytes);
}

it('connects to this machine in a test', async () => {
  expect(await echo({ engine: 'postgresql' })).toBe('hello');
});

it('connects to an allowed port of this machine', async () => {
  expect(await echo({ engine: 'postgresql', localPorts: [port] })).toBe('hello');
});

it('refuses another port, and names it', async () => {
  await expect(echo({ engine: 'postgresql', localPorts: [5439] })).rejects.toMatchObject({
    failureClass: 'invalid-input',
    message: expect.stringContaining('nly these ports may be used here: 5439.'),
  });
});

it.each(['127.0.0.1', 'localhost', '::1'])(
  'never connects to %s on Amazon Redshift, whether the port is open or closed',
  async (host) => {
    let accepted = 0;
    server.on('connection', () => {
      accepted += 1;
    });
    const refusal = {
      failureClass: 'invalid-input',
      message: expect.stringMatching(/resolves to this machine.*Enter the endpoint of a cluster/),
    };
    for (const at of [port, 1]) {
      await expect(echo({}, host, at)).rejects.toMatchObject(refusal);
      await expect(socketOpenerFor(settingsOf({}))({ host, port: at }, never)).rejects.toMatchObject(refusal);
    }
    expect(accepted).toBe(0);
    expect(() => settingsOf({ localPorts: [port] })).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  },
);

it.each([
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  'fd00::1',
  '::ffff:10.1.2.3',
  '168.63.129.16',
  '127.0.0.1',
])('with public addresses only, does not connect to %s', async (host) => {
  const refusal = {
    failureClass: 'invalid-input',
    message: 'The host resolves to an address that is not public. Enter the endpoint of a cluster.',
  };
  // Through a proxy of this machine, so that no packet leaves it if the check fails.
  for (const engine of ['redshift', 'postgresql'] as const) {
    const settings = settingsOf({ engine, proxy: 'http://127.0.0.1:9', publicAddressesOnly: true });
    await expect(socketOpenerFor(settings)({ host, port: 5439 }, never)).rejects.toMatchObject(refusal);
  }
  if (host === '127.0.0.1') await expect(echo({ publicAddressesOnly: true }, host)).rejects.toMatchObject(refusal);
});

it('with public addresses only, still connects to the ports of this machine that the options name', async () => {
  expect(await echo({ engine: 'postgresql', localPorts: [port], publicAddressesOnly: true })).toBe('hello');
});

it('connects only when the driver connects it, unless a proxy is configured', async () => {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const idle = await socketFor(settingsOf({ engine: 'postgresql' }), { host: '127.0.0.1', port }, never);
  expect(idle.connecting).toBe(false);
  expect(idle.pending).toBe(true);
  expect(accepted).toBe(0);
});

it('uses a proxy by its URL', () => {
  expect(settingsOf({ proxy: 'http://proxy.example.com:3128' }).proxy).toBe('http://proxy.example.com:3128');
  for (const proxy of ['proxy.example.com', 'socks5://proxy.example.com']) {
    expect(() => settingsOf({ proxy })).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  }
});
