import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createRawReceiver, createReceiver } from '@portcullis/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { clockOfRow } from '../../../tests/receiver-faults/clock-of-row.ts';
import type { HttpTransport, TransportRequest } from '../../ports/http-transport.ts';
import { createAddressGuard } from '../../security/address-guard/address-guard.ts';
import { createUndiciTransport } from './create-undici-transport.ts';
import { createSocketOpener, type OpenSocket } from './open-socket.ts';

const guard = createAddressGuard({ allow: [{ cidr: '127.0.0.0/8' }] });
const transports: HttpTransport[] = [];
const never = new AbortController().signal;
/** undici leaves a connection alone for a turn of the event loop before it uses it again. */
const nextImmediate = () => new Promise<void>((resolve) => setImmediate(resolve));

afterEach(async () => {
  for (const transport of transports.splice(0)) await transport.close();
});

function createTransport(options = {}): HttpTransport {
  const transport = createUndiciTransport({ guard, ...options });
  transports.push(transport);
  return transport;
}

function post(url: string, overrides: Partial<TransportRequest> = {}): TransportRequest {
  const body = Buffer.from('{"text":"Hello."}');
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    deadlineMs: 60_000,
    responseLimit: 1024,
    ...overrides,
  };
}

const send = (url: string, overrides: Partial<TransportRequest> = {}) =>
  createTransport().send(post(url, overrides), never);

describe('a response', () => {
  it('has a status, headers, a body and timing', async () => {
    await using receiver = await createReceiver((_, response) =>
      response.writeHead(201, { 'X-Id': '7' }).end('thanks'),
    );
    const outcome = await send(`${receiver.url}/in?a=1`);
    expect(outcome).toMatchObject({
      kind: 'response',
      statusCode: 201,
      headers: { 'x-id': '7' },
      bodyBytes: 6,
      truncated: false,
      timing: { remoteAddress: '127.0.0.1', reusedSocket: false },
    });
    expect(outcome.kind === 'response' && Buffer.from(outcome.body).toString()).toBe('thanks');
    expect(outcome.timing.connectMs).toBeGreaterThan(0);
    expect(outcome.timing.totalMs).toBeGreaterThanOrEqual(outcome.timing.firstByteMs ?? Number.NaN);
  });

  it('answers exactly the given bytes and headers', async () => {
    await using receiver = await createReceiver();
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
    await send(`${receiver.url}/in?a=%20`, { body, headers: { 'webhook-id': 'msg_1' } });
    expect(receiver.requests).toMatchObject([{ method: 'POST', path: '/in?a=%20', body }]);
    expect(receiver.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'content-length': '4',
      'webhook-id': 'msg_1',
    });
  });

  it.each([204, 302, 404, 410, 429, 500, 503])(
    'with status %i is a response, regardless of its meaning',
    async (status) => {
      await using receiver = await createReceiver((_, response) => response.writeHead(status).end());
      expect(await send(receiver.url)).toMatchObject({ kind: 'response', statusCode: status });
    },
  );

  it('that redirects is not followed', async () => {
    await using canary = await createRawReceiver();
    await using receiver = await createReceiver((_, response) =>
      response.writeHead(302, { Location: canary.url }).end(),
    );
    expect(await send(receiver.url)).toMatchObject({ statusCode: 302, headers: { location: canary.url } });
    expect(canary.connections).toBe(0);
  });

  it('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    await using receiver = await createReceiver((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    );
    const outcome = await send(receiver.url, { responseLimit: 4096 });
    expect(outcome.kind === 'response' && Buffer.compare(bomb, outcome.body)).toBe(0);
  });

  it('that is longer than the limit is cut off, and the connection kept when the rest is short', async () => {
    await using receiver = await createReceiver((_, response) => response.writeHead(200).end('x'.repeat(5000)));
    const transport = createTransport();
    const first = await transport.send(post(receiver.url, { responseLimit: 100 }), never);
    await nextImmediate();
    const second = await transport.send(post(receiver.url, { responseLimit: 100 }), never);
    expect(first).toMatchObject({ kind: 'response', statusCode: 200, bodyBytes: 5000, truncated: true });
    expect(first.kind === 'response' && first.body.length).toBe(100);
    expect(second.timing.reusedSocket).toBe(true);
    expect(receiver.connections).toBe(1);
  });

  it('without an end is cut off', async () => {
    let written = 0;
    await using receiver = await createReceiver((_, response) => {
      const chunk = Buffer.alloc(65_536);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
        response.once('drain', write);
      };
      write();
    });
    const outcome = await send(receiver.url);
    expect(outcome).toMatchObject({ kind: 'response', statusCode: 200, truncated: true });
    expect(outcome.kind === 'response' && outcome.body.length).toBe(1024);
    expect(written).toBeLessThan(50_000_000);
  });

  it('is the final one, not an informational one before it', async () => {
    await using receiver = await createRawReceiver((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    expect(await send(receiver.url)).toMatchObject({ kind: 'response', statusCode: 200, bodyBytes: 2 });
  });
});

describe('the deadline', () => {
  const soon = { deadlineMs: 150 };
  const timedOut = { kind: 'failure', code: 'ESOCKETTIMEDOUT', connect: false };
  /** Sends until the deadline, which passes a little after the request has come as far as the test needs: a busy machine may take its time. */
  const sendUntil = (hasCome: () => boolean, url: string) =>
    createTransport({ clock: clockOfRow(soon.deadlineMs, hasCome) }).send(post(url, soon), never);

  it('ends a request that is never answered', async () => {
    await using receiver = await createRawReceiver();
    const outcome = await sendUntil(() => receiver.connections > 0, receiver.url);
    expect(outcome).toMatchObject({ ...timedOut, phase: 'headers' });
  });

  it.each([
    ['headers that drip', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n', 'headers'],
    ['a body that drips', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n', 'body'],
    ['informational responses without end', '', 'HTTP/1.1 102 Processing\r\n\r\n', 'headers'],
  ])('ends %s, although bytes always arrive', async (_, start, drip, phase) => {
    let hasCome = false;
    await using receiver = await createRawReceiver((socket) => {
      socket.write(start);
      socket.once('data', () => {
        hasCome = true;
      });
      const timer = setInterval(() => socket.write(drip), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await sendUntil(() => hasCome, receiver.url)).toMatchObject({ ...timedOut, phase });
  });

  it('closes the connection of the request that it ends', async () => {
    let closed!: () => void;
    const ended = new Promise<void>((resolve) => {
      closed = resolve;
    });
    await using receiver = await createRawReceiver((socket) => socket.resume().on('close', closed));
    await sendUntil(() => receiver.connections > 0, receiver.url);
    await ended;
    expect(receiver.connections).toBe(1);
  });

  it('ends a handshake that is never answered, as a time-out of connecting', async () => {
    await using receiver = await createRawReceiver();
    const outcome = await sendUntil(() => receiver.connections > 0, receiver.url.replace('http:', 'https:'));
    expect(outcome).toMatchObject({ kind: 'failure', code: 'ETIMEDOUT', phase: 'tls', connect: true });
  });

  it('ends a look-up that is never answered, as a time-out of connecting', async () => {
    const transport = createTransport({ resolveHost: () => new Promise(() => {}) });
    const outcome = await transport.send(post('http://hooks.example.com/', soon), never);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'ETIMEDOUT', phase: 'dns', connect: true });
  });
});

describe('a failure', () => {
  it('to connect has the code of the connection', async () => {
    const closed = await createRawReceiver();
    await closed.close();
    expect(await send(closed.url)).toMatchObject({ code: 'ECONNREFUSED', phase: 'connect', connect: true });
  });

  it('to resolve the name has the code of the resolver', async () => {
    const resolveHost = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    const outcome = await createTransport({ resolveHost }).send(post('http://hooks.example.com/'), never);
    expect(outcome).toMatchObject({ code: 'ENOTFOUND', phase: 'dns', connect: true });
  });

  it.each([
    ['a reset', 'ECONNRESET', 'headers', (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy()],
    ['an end', 'ECONNRESET', 'headers', (socket: { end(): void }) => socket.end()],
  ])('by %s before the response has its code', async (_, code, phase, end) => {
    await using receiver = await createRawReceiver((socket) => socket.once('data', () => end(socket)));
    const outcome = await send(receiver.url);
    expect(outcome).toMatchObject({ kind: 'failure', code, phase, connect: false });
    expect(outcome.timing.retriedStaleSocket).toBeUndefined();
    expect(receiver.connections).toBe(1);
  });

  it.each([
    ['a reset', (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy()],
    ['an end', (socket: { end(): void }) => socket.end()],
  ])('by %s in the middle of the body is a failure, although the status was 200', async (_, end) => {
    await using receiver = await createRawReceiver((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nxxx', () => setImmediate(() => end(socket)));
      });
    });
    expect(await send(receiver.url)).toMatchObject({ kind: 'failure', code: 'ECONNRESET', phase: 'body' });
  });

  it('of a server that does not speak HTTP has a code', async () => {
    await using receiver = await createRawReceiver((socket) => {
      socket.once('data', () => socket.write('SMTP ready\r\n\r\n'));
    });
    expect(await send(receiver.url)).toMatchObject({ kind: 'failure', code: expect.stringMatching(/^HPE_/) });
  });

  it('results from headers without an end, which do not fill the memory', async () => {
    await using receiver = await createRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const write = (): void => {
        while (socket.writable && socket.write(`X-${'a'.repeat(100)}: b\r\n`));
        socket.once('drain', write);
      };
      write();
    });
    expect(await send(receiver.url)).toMatchObject({ kind: 'failure', code: 'HPE_HEADER_OVERFLOW' });
  });

  it('results from a header that cannot be sent', async () => {
    await using receiver = await createRawReceiver();
    const outcome = await send(receiver.url, { headers: { 'x-a': 'b\r\nc: d' } });
    expect(outcome).toMatchObject({ kind: 'failure', code: 'ERR_INVALID_REQUEST' });
    expect(receiver.connections).toBe(0);
  });
});

describe('connections', () => {
  it('are used again', async () => {
    await using receiver = await createReceiver();
    const transport = createTransport();
    await transport.send(post(receiver.url), never);
    await nextImmediate();
    const outcome = await transport.send(post(receiver.url), never);
    expect(outcome.timing).toMatchObject({ reusedSocket: true, remoteAddress: '127.0.0.1' });
    expect(outcome.timing.connectMs).toBeUndefined();
    expect(receiver.connections).toBe(1);
  });

  it('are one for each concurrent request', async () => {
    await using receiver = await createReceiver();
    const transport = createTransport();
    await Promise.all(Array.from({ length: 5 }, () => transport.send(post(receiver.url), never)));
    expect(receiver.connections).toBe(5);
  });

  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

  it('that are already dead are replaced immediately, once', async () => {
    const seen: number[] = [];
    await using receiver = await createRawReceiver((socket, index) => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        seen.push(index);
        if (index === 0 && requests === 2) socket.resetAndDestroy();
        else socket.write(ok);
      });
    });
    const transport = createTransport();
    await transport.send(post(receiver.url), never);
    await nextImmediate();
    const outcome = await transport.send(post(receiver.url), never);
    expect(outcome).toMatchObject({
      kind: 'response',
      statusCode: 200,
      timing: { retriedStaleSocket: true, reusedSocket: false },
    });
    expect(seen).toEqual([0, 0, 1]);
  });

  it('are not replaced a second time', async () => {
    await using receiver = await createRawReceiver((socket, index) => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (index === 0 && requests === 1) socket.write(ok);
        else socket.resetAndDestroy();
      });
    });
    const transport = createTransport();
    await transport.send(post(receiver.url), never);
    await nextImmediate();
    const outcome = await transport.send(post(receiver.url), never);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'ECONNRESET', timing: { retriedStaleSocket: true } });
    expect(receiver.connections).toBe(2);
  });

  it('are not replaced once the response has begun', async () => {
    await using receiver = await createRawReceiver((socket) => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write(ok);
        else socket.write('HTTP/1.1 200', () => socket.resetAndDestroy());
      });
    });
    const transport = createTransport();
    await transport.send(post(receiver.url), never);
    await nextImmediate();
    const outcome = await transport.send(post(receiver.url), never);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'ECONNRESET' });
    expect(outcome.timing.retriedStaleSocket).toBeUndefined();
    expect(receiver.connections).toBe(1);
  });
});

describe('aborting a request', () => {
  it('ends a request when the caller aborts', async () => {
    const controller = new AbortController();
    await using receiver = await createRawReceiver((socket) => socket.once('data', () => controller.abort()));
    const outcome = await createTransport().send(post(receiver.url), controller.signal);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'ABORTED' });
  });

  it('sends nothing if the caller has already aborted', async () => {
    await using receiver = await createRawReceiver();
    const outcome = await createTransport().send(post(receiver.url), AbortSignal.abort());
    expect(outcome).toMatchObject({ kind: 'failure', code: 'ABORTED' });
    expect(receiver.connections).toBe(0);
  });

  it('ends a request when the transport closes', async () => {
    const transport = createTransport();
    await using receiver = await createRawReceiver((socket) => socket.once('data', () => void transport.close()));
    expect(await transport.send(post(receiver.url), never)).toMatchObject({ kind: 'failure', code: 'ABORTED' });
  });
});

describe('idle connections', () => {
  it('are kept up to their maximum number, and those that have been idle for longest are closed', async () => {
    await using first = await createReceiver();
    await using second = await createReceiver();
    await using third = await createReceiver();
    const transport = createTransport({ maxIdleConnections: 2 });
    const reused = async (url: string): Promise<boolean | undefined> => {
      const { timing } = await transport.send(post(url), never);
      await nextImmediate();
      return timing.reusedSocket;
    };
    for (const { url } of [first, second, third]) expect(await reused(url)).toBe(false);
    expect(await reused(third.url)).toBe(true);
    expect(await reused(second.url)).toBe(true);
    expect(await reused(first.url)).toBe(false);
  });

  it('are closed when this machine has no file descriptor for another one, and the request is repeated once', async () => {
    await using kept = await createReceiver();
    await using other = await createReceiver();
    let failures = 0;
    const open = createSocketOpener();
    const openSocket: OpenSocket = (request) => {
      if (request.port !== other.port || failures > 0) return open(request);
      failures += 1;
      return socketThatFails('EMFILE');
    };
    const transport = createTransport({ openSocket });
    await transport.send(post(kept.url), never);
    await nextImmediate();
    expect(await transport.send(post(other.url), never)).toMatchObject({ kind: 'response', statusCode: 200 });
    expect(await transport.send(post(kept.url), never)).toMatchObject({ timing: { reusedSocket: false } });
    expect(failures).toBe(1);
  });

  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])(
    'a request that fails with %s again has failed locally',
    async (code) => {
      let opened = 0;
      const openSocket: OpenSocket = () => {
        opened += 1;
        return socketThatFails(code);
      };
      const outcome = await createTransport({ openSocket }).send(post('http://127.0.0.1:59999/'), never);
      expect(outcome).toMatchObject({ kind: 'failure', code, phase: 'local', connect: true });
      expect(opened).toBe(2);
    },
  );
});

/** A socket that emits an error with this code, as one that the operating system does not create. */
function socketThatFails(code: string): Socket {
  return new Socket().destroy(Object.assign(new Error(`connect ${code}`), { code }));
}
