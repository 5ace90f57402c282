import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settingsOf } from '../settings.ts';
import { createSocket } from './open-socket.ts';

let server: Server;
let port: number;
beforeEach(async () => {
  server = createServer((connection) => connection.pipe(connection)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** What comes back of a text that is sent as soon as the connection stands. */
async function echo(localPorts: 'all' | readonly number[]): Promise<string> {
  const socket = createSocket({ localPorts });
  socket.on('connect', () => socket.end('hello'));
  socket.connect(port, '127.0.0.1');
  const [bytes] = await once(socket, 'data');
  return String(bytes);
}

it('leads to this machine in a trial', async () => {
  expect(await echo(settingsOf({ engine: 'postgresql' }).localPorts)).toBe('hello');
});

it('leads to a port of this machine that was named', async () => {
  expect(await echo([port])).toBe('hello');
});

it('lets go where another port was named, and says which', async () => {
  await expect(echo([5439])).rejects.toMatchObject({
    failureClass: 'invalid-input',
    message: expect.stringContaining('only these ports may be connected to: 5439.'),
  });
});

it('never leads to this machine on Amazon Redshift', async () => {
  await expect(echo(settingsOf({}).localPorts)).rejects.toMatchObject({
    failureClass: 'invalid-input',
    message: expect.stringContaining('Give the endpoint of a cluster.'),
  });
  expect(() => settingsOf({ localPorts: [port] })).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
});

it.each(['127.0.0.1', 'localhost', '::1'])(
  'refuses %s before a packet is sent, whether the port is open or closed',
  async (host) => {
    let accepted = 0;
    server.on('connection', () => {
      accepted += 1;
    });
    const refusalOf = async (target: number): Promise<unknown> => {
      const socket = createSocket({ localPorts: [] });
      socket.connect(target, host);
      const [error] = await once(socket, 'error').catch((reason: unknown) => [reason]);
      return (error as Error).message;
    };
    const open = await refusalOf(port);
    expect(await refusalOf(1)).toBe(open);
    expect(open).toContain('The host leads to this machine');
    expect(accepted).toBe(0);
  },
);
