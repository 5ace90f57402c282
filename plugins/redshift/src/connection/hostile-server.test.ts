import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { sql } from '@portcullis/plugin-api';
import { afterEach, expect, it } from 'vitest';
import { createDialect } from '../dialect/create-dialect.ts';
import { SAMPLES } from '../samples.ts';
import { settingsOf } from '../settings.ts';
import { STAGE } from '../stages.ts';
import { connect } from './connect.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A message of the protocol of PostgreSQL: its type, its length, its content. */
function message(type: string, content: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(Buffer.byteLength(content) + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
}

/** Bytes that a server sends once, one by one, or without an end. */
type Answer = Buffer | { readonly bytewise: Buffer } | { readonly endless: Buffer };

const READY = message('Z', 'I');
const SIGNED_IN = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const DONE = Buffer.concat([message('C', 'SET\0'), READY]);
const COLUMN = message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('a\0'), Buffer.alloc(18)]));
const ROW = message('D', Buffer.concat([Buffer.from([0, 1, 0, 1, 0, 0]), Buffer.alloc(65_536, 'x')]));
/** A row whose second value begins before the first one, which the driver would read again and again. */
const BACKWARDS = Buffer.concat([COLUMN, message('D', Buffer.from([0, 1, 0xff, 0xff, 0xff, 0xf7]))]);
const NOTICE = message('N', 'SNOTICE\0C00000\0Mhello\0\0');
const ERROR = message('E', `SERROR\0C42601\0M${'long '.repeat(2_000)}\0\0`);

function send(socket: Socket, answer: Answer): void {
  if ('bytewise' in answer) for (const byte of answer.bytewise) socket.write(Buffer.from([byte]));
  else if (!('endless' in answer)) socket.write(answer);
  else {
    socket.write(answer.endless, () => {
      if (socket.writable) setImmediate(send, socket, answer);
    });
  }
}

/** Connects to a server that answers the messages of a client in this order. */
async function connected(...answers: readonly Answer[]) {
  server = createServer((socket) => {
    const left = [...answers];
    socket.setNoDelay(true).on('error', () => {});
    socket.on('data', () => {
      const answer = left.shift();
      if (answer) send(socket, answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = settingsOf({ engine: 'postgresql', localPorts: [port] });
  const account = { authenticationType: 'userPassword', username: 'ada', password: 'Correct4Horse9Battery' };
  const request = {
    config: { ...SAMPLES[0], ...account, host: '127.0.0.1', port },
    stage: STAGE.initial,
    mode: 'automatic',
    actor: 'setup',
    signal: new AbortController().signal,
    deadlineMs: 60_000,
    secrets: {},
    facts: {},
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  } as unknown as Parameters<typeof connect>[0];
  return connect(request, settings, createDialect(settings.engine));
}

const tooLong = { failureClass: 'network', message: expect.stringContaining('more than 32 MiB') };
const malformed = { failureClass: 'network', message: expect.stringContaining('not valid in the protocol') };

it('cannot fill the memory with rows without an end', async () => {
  const session = await connected(SIGNED_IN, DONE, DONE, { endless: Buffer.concat([COLUMN, ROW]) });
  await expect(session.query(sql`SELECT 1`)).rejects.toMatchObject(tooLong);
});

it('cannot fill the memory during the sign-in', async () => {
  const notice = message('N', `M${'x'.repeat(100_000)}\0\0`);
  await expect(connected({ endless: notice })).rejects.toMatchObject(tooLong);
});

it.each([
  ['a notice whose fields have no end', message('N', 'x'.repeat(10))],
  ['an error whose last zero is missing', message('E', 'SERROR\0Mhello\0')],
  ['an empty error', message('E', '')],
  ['a message without a length', Buffer.from('N\0\0\0\0')],
  ['a notice that is longer than any', message('N', `M${'x'.repeat(200_000)}\0\0`)],
  ['a key without its bytes', message('K', '')],
  ['rows of a negative number of columns', message('T', Buffer.from([0xff, 0xff]))],
  ['a row without a description', ROW],
  ['a row with a negative length', BACKWARDS],
  ['a row with fewer values than columns', Buffer.concat([COLUMN, message('D', Buffer.from([0, 0]))])],
  ['a message of another protocol', Buffer.from('4a0000000a382e302e333600080000004c', 'hex')],
])('cannot stop the process with %s', async (_what, bytes) => {
  await expect(connected(bytes)).rejects.toMatchObject(malformed);
  const session = await connected(SIGNED_IN, DONE, DONE, bytes);
  await expect(session.query(sql`SELECT 1`)).rejects.toMatchObject(malformed);
});

it('can return the names of columns in upper case', async () => {
  const upper = message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('A\0'), Buffer.alloc(18)]));
  const rows = Buffer.concat([upper, message('D', Buffer.from([0, 1, 0, 0, 0, 1, 0x79])), DONE]);
  const session = await connected(SIGNED_IN, DONE, DONE, rows);
  expect(await session.query(sql`SELECT 1`)).toEqual([{ a: 'y' }]);
  await session.close();
});

it('can send its messages byte by byte', async () => {
  const rows = Buffer.concat([NOTICE, COLUMN, message('D', Buffer.from([0, 1, 0, 0, 0, 1, 0x79])), DONE]);
  const session = await connected(
    { bytewise: Buffer.concat([NOTICE, SIGNED_IN]) },
    DONE,
    DONE,
    { bytewise: rows },
    { bytewise: Buffer.concat([NOTICE, ERROR, READY]) },
  );
  expect(await session.query(sql`SELECT 1`)).toEqual([{ a: 'y' }]);
  await expect(session.query(sql`SELECT 1`)).rejects.toMatchObject({ code: '42601' });
  await session.close();
});
