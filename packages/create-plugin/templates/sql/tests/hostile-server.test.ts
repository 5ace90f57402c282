import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { sql } from '@portcullis/plugin-api';
import { afterEach, expect, it } from 'vitest';
import { SAMPLES } from '../src/samples.ts';
import { environment } from './support/test-environment.ts';

// The host of a config may be any server. These speak the protocol of PostgreSQL, with the real driver: for another
// platform, let them send what its driver does not expect.

let server: Server | undefined;
afterEach(() => server?.close());

/** A message of the protocol: its type, its length, its content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const SIGNED_IN = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const COLUMN = message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('a\0'), Buffer.alloc(18)]));
const ROW = message('D', Buffer.concat([Buffer.from([0, 1, 0, 1, 0, 0]), Buffer.alloc(65_536)]));

/** Connects to a server that responds to the sign-in, and then to a statement. */
async function connected(...responses: readonly ((socket: Socket) => void)[]) {
  server = createServer((socket) => {
    const left = [...responses];
    socket.on('error', () => {}).on('data', () => left.shift()?.(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [sample] = Object.values(SAMPLES);
  const { connect } = environment({
    plugin: { tls: 'off', localHosts: 'allowed' },
    config: { ...sample, host: '127.0.0.1', port },
  });
  return connect({ actor: 'service', secrets: { servicePassword: 'x' }, deadlineMs: 60_000 });
}

const sends = (bytes: Buffer) => (socket: Socket) => void socket.write(bytes);
const signal = new AbortController().signal;

it.each([
  ['a notice whose fields have no end', message('N', Buffer.from('xxxxxxxxxx'))],
  ['a key without its bytes', message('K', Buffer.alloc(0))],
  ['a request for a proof that the driver does not know', message('R', Buffer.from([0, 0, 0, 7]))],
])('a server cannot stop the process with %s', async (_what, bytes) => {
  await expect(connected(sends(bytes))).rejects.toHaveProperty('failureClass');
  const session = await connected(sends(SIGNED_IN), sends(bytes));
  await expect(session.query(sql`SELECT 1`, { signal })).rejects.toHaveProperty('failureClass');
});

it('a server cannot fill the memory with rows without an end', async () => {
  const sendRows = (socket: Socket): void => {
    socket.write(ROW, () => {
      if (socket.writable) setImmediate(sendRows, socket);
    });
  };
  const session = await connected(sends(SIGNED_IN), (socket) => {
    socket.write(COLUMN);
    sendRows(socket);
  });
  await expect(session.query(sql`SELECT 1`, { signal })).rejects.toMatchObject({ failureClass: 'network' });
});
