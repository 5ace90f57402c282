import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { classifyFailure, definitionOf } from '@portcullis/plugin-api';
import { afterEach, describe, expect, it } from 'vitest';
import type { RedshiftSession } from '../src/connection/redshift-session.ts';
import { type RedshiftOptions, redshift } from '../src/index.ts';
import { quiet } from './support/test-environment.ts';

const folder = join(import.meta.dirname, 'certificates');
const cert = readFileSync(join(folder, 'server.pem'), 'utf8');
const key = readFileSync(join(folder, 'server.key.pem'), 'utf8');
const secureContext = createSecureContext({ cert, key });

/** The received bytes of a server, in clear text and inside TLS. */
interface ReceivedBytes {
  readonly clear: Buffer[];
  readonly secured: Buffer[];
}

const CANCEL_CODE = Buffer.from([0x04, 0xd2, 0x16, 0x2e]);

/** Messages of the protocol: type, length, content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const ready = Buffer.concat([message('C', Buffer.from('SET\0')), message('Z', Buffer.from('I'))]);
const welcome = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  message('K', Buffer.from([0, 0, 0, 42, 0, 0, 0, 7])),
  message('Z', Buffer.from('I')),
]);

/** A server that supports TLS, accepts every login, returns SET, and ignores all other messages. */
async function startServer(received: ReceivedBytes) {
  const sockets = new Set<Socket>();
  const events = new EventEmitter();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (request) => {
      received.clear.push(request);
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, secureContext });
      secured.on('error', () => {});
      secured.on('data', (data) => {
        received.secured.push(data);
        if (data.includes('application_name')) secured.write(welcome);
        else if (data.includes('SET ')) secured.write(ready);
        else if (data.includes(CANCEL_CODE)) events.emit('cancelled');
      });
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    cancelled: once(events, 'cancelled'),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

let close = (): void => {};
afterEach(() => close());

async function connect(port: number, options: RedshiftOptions): Promise<RedshiftSession> {
  const definition = definitionOf(redshift({ engine: 'postgresql', tls: 'verified', ...options }));
  const config = definition.config.parse({ ...definition.samples[0], host: 'localhost', port });
  const signal = new AbortController().signal;
  const request = {
    config,
    stage: 'initial',
    actor: 'setup',
    mode: 'automatic',
    facts: {},
    secrets: {},
    signal,
    deadlineMs: 5_000,
    logger: quiet,
  };
  return (await definition.connect?.(request as never)) as RedshiftSession;
}

describe('a connection with TLS', () => {
  it('fails at an untrusted certificate, before anything is sent', async () => {
    const received: ReceivedBytes = { clear: [], secured: [] };
    const server = await startServer(received);
    close = server.close;
    const error = await connect(server.port, {}).catch((reason: unknown) => reason);
    expect(classifyFailure(error, () => undefined)).toMatchObject({ class: 'tls' });
    expect(received.clear.map((request) => request.length)).toEqual([8]);
    expect(received.secured).toEqual([]);
  });

  it('succeeds if the certificate is trusted, and cancellations use TLS too', async () => {
    const received: ReceivedBytes = { clear: [], secured: [] };
    const server = await startServer(received);
    close = server.close;
    const session = await connect(server.port, { certificateAuthorities: [cert] });
    const controller = new AbortController();
    const text = 'CREATE USER "x" PASSWORD {{slot}}';
    const running = session.run(
      { kind: 'statement', text, reveal: () => 'CREATE USER "x" PASSWORD \'Canary7\'' },
      { signal: controller.signal },
    );
    controller.abort();
    await server.cancelled;
    await session.close();
    await expect(running).rejects.toThrow(/terminated/);
    // In clear text, there are only the two requests for TLS.
    expect(received.clear.map((request) => request.length)).toEqual([8, 8]);
    expect(Buffer.concat(received.secured).includes('Canary7')).toBe(true);
  });
});
