import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FAILURE_CLASSES } from './failure-class.ts';
import { classifyNodeFailure, NODE_FAILURES } from './node-failures.ts';

const certificates = join(import.meta.dirname, '../../tests/certificates');
const pem = (name: string) => readFileSync(join(certificates, name), 'utf8');

/** Listens on a free port of the loopback until the test ends. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as { port: number }).port;
}

/** Returns the error that a client socket fails with. */
async function failureOf(socket: Socket): Promise<unknown> {
  onTestFinished(() => {
    socket.destroy();
  });
  const [error] = await once(socket, 'error');
  return error;
}

async function tlsFailure(certificate: string, options: ConnectionOptions): Promise<unknown> {
  const server = createTlsServer({ cert: pem(`${certificate}.pem`), key: pem(`${certificate}.key.pem`) });
  server.on('tlsClientError', () => {});
  const port = await listen(server);
  return failureOf(connectTls({ host: '127.0.0.1', port, servername: 'platform.example', ...options }));
}

describe('classifyNodeFailure', () => {
  it('recognises a refused connection', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const found = classifyNodeFailure(await failureOf(connect(port, '127.0.0.1')));
    expect(found).toMatchObject({ class: 'network', code: 'ECONNREFUSED' });
    expect(found?.message).toContain('nothing listens');
  });

  it('checks the inner errors if every address of a host refuses', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const error = await failureOf(
      connect({
        port,
        host: 'platform.invalid',
        autoSelectFamily: true,
        lookup: (_host, _options, done) =>
          done(null, [
            { address: '127.0.0.1', family: 4 },
            { address: '127.0.0.2', family: 4 },
          ]),
      }),
    );
    expect(error).toBeInstanceOf(AggregateError);
    expect(classifyNodeFailure(error)).toMatchObject({ class: 'network', code: 'ECONNREFUSED' });
    const bare = new AggregateError((error as AggregateError).errors);
    expect(classifyNodeFailure(bare)).toMatchObject({ class: 'network', code: 'ECONNREFUSED' });
  });

  it.each(['ENODATA', 'ENONAME', 'EAI_NONAME', 'EAI_NODATA', 'EAI_FAIL', 'EREFUSED', 'ETIMEOUT'])(
    'recognises a look-up that fails with %s on another system',
    (code) => {
      expect(classifyNodeFailure(Object.assign(new Error('getaddrinfo'), { code }))).toMatchObject({
        class: 'network',
        code,
      });
    },
  );

  it.each([
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_ABORTED',
    'ABORT_ERR',
  ])('recognises %s as a platform that did not respond in time', (code) => {
    expect(classifyNodeFailure(Object.assign(new Error('aborted'), { code }))).toMatchObject({
      class: 'timeout',
      code,
    });
  });

  it.each([
    'ECONNRESET',
    'EPIPE',
    'ECONNABORTED',
    'ENOTCONN',
    'ENETRESET',
    'ERR_STREAM_PREMATURE_CLOSE',
    'UND_ERR_SOCKET',
    'UND_ERR_CLOSED',
    'UND_ERR_DESTROYED',
  ])('recognises %s as a connection that was reset', (code) => {
    expect(classifyNodeFailure(Object.assign(new Error('socket'), { code }))).toEqual({
      class: 'network',
      code,
      message: 'The connection was closed unexpectedly.',
    });
  });

  it.each(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'])(
    'recognises %s as a host without a route',
    (code) => {
      expect(classifyNodeFailure(Object.assign(new Error('socket'), { code }))).toEqual({
        class: 'network',
        code,
        message: 'There is no route to the host.',
      });
    },
  );

  it.each(['PATH_LENGTH_EXCEEDED', 'INVALID_CA', 'CERT_UNTRUSTED'])(
    'recognises %s as an untrusted certificate chain',
    (code) => {
      expect(classifyNodeFailure(Object.assign(new Error('tls'), { code }))).toMatchObject({ class: 'tls', code });
    },
  );

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ESERVFAIL'])('recognises a look-up that fails with %s', async (code) => {
    const error = await failureOf(
      connect({
        port: 1,
        host: 'platform.invalid',
        lookup: (host, _options, done) =>
          done(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code, syscall: 'getaddrinfo' }), ''),
      }),
    );
    expect(classifyNodeFailure(error)).toMatchObject({ class: 'network', code });
    expect(classifyNodeFailure(error)?.message).toContain('DNS');
  });

  it('recognises a connection that is reset', async () => {
    const port = await listen(createServer((socket) => socket.resetAndDestroy()));
    const socket = connect(port, '127.0.0.1');
    socket.write('hello');
    expect(classifyNodeFailure(await failureOf(socket))).toMatchObject({ class: 'network', code: 'ECONNRESET' });
  });

  it('recognises an impossible port', () => {
    const error = (() => {
      try {
        return connect(99_999, '127.0.0.1');
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(classifyNodeFailure(error)).toMatchObject({ class: 'invalid-input', code: 'ERR_SOCKET_BAD_PORT' });
  });

  it('recognises a self-signed certificate', async () => {
    const found = classifyNodeFailure(await tlsFailure('self-signed', {}));
    expect(found).toMatchObject({ class: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(found?.message).toContain('not trusted');
  });

  it('recognises a certificate of another host', async () => {
    const found = classifyNodeFailure(
      await tlsFailure('self-signed', { ca: pem('self-signed.pem'), servername: 'other.example' }),
    );
    expect(found).toMatchObject({ class: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(found?.message).toContain('another host name');
  });

  it('recognises an expired certificate', async () => {
    const found = classifyNodeFailure(await tlsFailure('expired', { ca: pem('expired.pem') }));
    expect(found).toMatchObject({ class: 'tls', code: 'CERT_HAS_EXPIRED' });
    expect(found?.message).toContain('not valid today');
  });

  it('recognises a server that does not speak TLS', async () => {
    const port = await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const found = classifyNodeFailure(await failureOf(connectTls({ host: '127.0.0.1', port })));
    expect(found).toMatchObject({ class: 'tls', message: 'The TLS handshake failed.' });
  });

  it('classifies an unanswered TLS handshake as a time-out', async () => {
    const server = createTlsServer({ handshakeTimeout: 10 });
    const client = connect(await listen(server), '127.0.0.1').on('error', () => {});
    onTestFinished(() => {
      client.destroy();
    });
    const [error] = await once(server, 'tlsClientError');
    expect(classifyNodeFailure(error)).toMatchObject({ class: 'timeout', code: 'ERR_TLS_HANDSHAKE_TIMEOUT' });
  });

  it('recognises aborts and deadlines, whose codes are numbers', async () => {
    const aborted = await after(10_000, undefined, { signal: AbortSignal.abort() }).catch((error: unknown) => error);
    expect(classifyNodeFailure(aborted)).toMatchObject({ class: 'timeout' });
    for (const signal of [AbortSignal.abort(), AbortSignal.timeout(0)]) {
      if (!signal.aborted) await once(signal, 'abort');
      expect(classifyNodeFailure(signal.reason)).toMatchObject({ class: 'timeout' });
    }
  });

  it('finds errors of Node inside errors of drivers', () => {
    const cause = Object.assign(new Error('x'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
    const wrapped = new Error('fetch failed', { cause: new AggregateError([new Error('y', { cause })]) });
    expect(classifyNodeFailure(wrapped)).toMatchObject({ class: 'timeout', code: 'UND_ERR_CONNECT_TIMEOUT' });
  });

  describe('in a chain of causes', () => {
    const chain = (length: number): unknown => {
      let error = Object.assign(new Error('socket'), { code: 'ECONNRESET' });
      for (let depth = 1; depth < length; depth += 1) error = Object.assign(new Error('x'), { cause: error, code: '' });
      return error;
    };

    it('the sixteenth error is recognised', () => {
      expect(classifyNodeFailure(chain(16))).toMatchObject({ code: 'ECONNRESET' });
    });

    it('later errors are not checked', () => {
      expect(classifyNodeFailure(chain(17))).toBeUndefined();
    });
  });

  it('the search ends at an error that is its own cause', () => {
    const error: Error & { cause?: unknown } = new Error('x');
    error.cause = error;
    expect(classifyNodeFailure(error)).toBeUndefined();
  });

  it('errors from other sources are not recognised', () => {
    expect(classifyNodeFailure(Object.assign(new Error('x'), { code: '28P01' }))).toBeUndefined();
    expect(classifyNodeFailure(Object.assign(new Error('x'), { code: 42 }))).toBeUndefined();
    expect(classifyNodeFailure('ECONNREFUSED')).toBeUndefined();
  });
});

describe('NODE_FAILURES', () => {
  it('has every code once, and a sentence for each row', () => {
    const codes = NODE_FAILURES.flatMap((row) => row.codes);
    expect(codes).toEqual([...new Set(codes)]);
    for (const row of NODE_FAILURES) {
      expect(row.message).toMatch(/^[A-Z].*\.$/);
      expect(Object.keys(FAILURE_CLASSES)).toContain(row.class);
    }
  });
});
