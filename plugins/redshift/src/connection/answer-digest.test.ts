import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { classifyFailure, definitionOf } from '@portcullis/plugin-api';
import { afterEach, describe, expect, it } from 'vitest';
import { redshift } from '../index.ts';
import { saltedDigest } from '../passwords/salted-digest.ts';
import type { RedshiftSession } from './redshift-session.ts';

const PASSWORD = 'Correct4Horse9Battery';
const SALT = createHash('sha256').update('salt').digest();
/** The only form of the password that the server has. */
const STORED = Buffer.from(saltedDigest(PASSWORD, SALT).split('|')[1] ?? '', 'hex');

let server: Server | undefined;
afterEach(() => server?.close());

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([int32(bytes.length), bytes]);
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const READY = Buffer.concat([message('K', int32(7), int32(8)), message('Z', Buffer.from('I'))]);
const REFUSAL = message('E', Buffer.from('SFATAL\0C28000\0Mpassword authentication failed for user "awsuser"\0\0'));

/**
 * Starts a server with one sign-in method. The messages are those of AUTH_REQ_DIGEST in the JDBC driver of Amazon
 * Redshift, `ConnectionFactoryImpl` and `ExtensibleDigest`.
 *
 * @param request - the request for a proof of identity, for a nonce of the server.
 * @param pieces - the number of bytes of each packet.
 */
async function listen(request: (nonce: Buffer) => Buffer, pieces = 1_000): Promise<number> {
  const serve = (socket: Socket): void => {
    const nonce = randomBytes(16);
    const send = (bytes: Buffer): void => {
      for (let at = 0; at < bytes.length; at += pieces) socket.write(bytes.subarray(at, at + pieces));
    };
    let hasStarted = false;
    socket.setNoDelay(true).on('error', () => {});
    socket.on('data', (received) => {
      if (!hasStarted) {
        hasStarted = true;
        send(request(nonce));
        return;
      }
      if (received.toString('latin1', 0, 1) === 'Q') {
        send(Buffer.concat([message('C', Buffer.from('SET\0')), message('Z', Buffer.from('I'))]));
        return;
      }
      if (received.toString('latin1', 0, 1) !== 'd') return;
      const proof = received.subarray(9, 9 + received.readInt32BE(5));
      const clientNonce = received.subarray(9 + proof.length + 4);
      const wanted = createHash('sha256').update(STORED).update(nonce).update(clientNonce).digest();
      send(proof.equals(wanted) ? Buffer.concat([message('R', int32(0)), READY]) : REFUSAL);
    });
  };
  server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

const digest = (algorithm: number) => (nonce: Buffer) =>
  message('R', int32(13), int32(algorithm), sized(SALT), sized(nonce));

function connect(port: number, password = PASSWORD, deadlineMs = 10_000): Promise<RedshiftSession> {
  const { connect: open } = definitionOf(redshift({ engine: 'postgresql' }));
  const config = {
    host: '127.0.0.1',
    port,
    database: 'gov',
    initialDatabase: 'dev',
    impersonation: { enabled: false },
  };
  return open?.({
    config: { ...config, authenticationType: 'userPassword', username: 'awsuser', password },
    stage: 'initial',
    actor: 'setup',
    mode: 'automatic',
    facts: {},
    secrets: {},
    signal: new AbortController().signal,
    deadlineMs,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  } as never) as Promise<RedshiftSession>;
}

async function refusalOf(connecting: Promise<unknown>) {
  const error = await connecting.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  return classifyFailure(error, definitionOf(redshift()).classifyError);
}

describe('the sign-in to an account whose password is stored as a digest', () => {
  it.each([1_000, 3])('proves the password, with packets of %i bytes', async (pieces) => {
    const session = await connect(await listen(digest(0), pieces));
    await session.close();
  });

  it('reports a wrong password', async () => {
    const port = await listen(digest(0));
    expect(await refusalOf(connect(port, 'Wrong1Password'))).toMatchObject({ class: 'credentials', code: '28000' });
  });
});

describe('a sign-in method that the driver does not know', () => {
  it.each([
    ['another digest', digest(2)],
    ['a digest without its salt', () => message('R', int32(13), int32(0), int32(1_000))],
    ['a token of an identity provider', () => message('R', int32(14))],
    ['Kerberos', () => message('R', int32(7))],
  ])('is a refusal and not an uncaught error: %s', async (_what, request) => {
    const refusal = await refusalOf(connect(await listen(request)));
    expect(refusal).toMatchObject({ class: 'unsupported', message: expect.stringContaining('sign-in method') });
  });
});

it('reports a server with another protocol', async () => {
  const port = await listen(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await refusalOf(connect(port))).toMatchObject({ class: 'network' });
});
