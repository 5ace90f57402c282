import { connect } from 'node:net';
import express from 'express';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { createHttpHandler } from '../src/create-http-handler.ts';
import { portcullisExpress } from '../src/mounts/portcullis-express.ts';
import { portcullisKoa } from '../src/mounts/portcullis-koa.ts';
import { ADMIN_KEY, createFakePortcullis } from './support/fake-portcullis.ts';
import { type LoopbackServer, listen } from './support/loopback.ts';

const handlerOf = () => {
  const { portcullis, calls } = createFakePortcullis();
  return { handler: createHttpHandler(portcullis, { bodyTimeoutMs: 150 }), calls };
};

/** Sends the beginning of a body on its own connection, and another byte every 20 ms for a slow body. */
async function beginBody({ port }: LoopbackServer, trickles: boolean): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /integrations HTTP/1.1\r\nhost: localhost\r\nauthorization: ${ADMIN_KEY}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  );
  const more = trickles ? setInterval(() => socket.write(' '), 20) : undefined;
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  // The host closes first, so a byte may reach a closed connection. Without this listener, `once` of node:events would
  // reject.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(more);
  return text;
}

describe('a body that does not end', () => {
  const hosts = {
    Express: (handler: ReturnType<typeof createHttpHandler>) => listen(express().use(portcullisExpress(handler))),
    Koa: (handler: ReturnType<typeof createHttpHandler>) => listen(new Koa().use(portcullisKoa(handler)).callback()),
  };

  it.each([
    ['Express', 'stands still', false],
    ['Express', 'trickles', true],
    ['Koa', 'stands still', false],
    ['Koa', 'trickles', true],
  ] as const)('is a 408 on %s when it %s, and its connection is closed', async (name, _how, trickles) => {
    const { handler, calls } = handlerOf();
    await using host = await hosts[name](handler);
    const text = await beginBody(host, trickles);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text.toLowerCase()).toContain('connection: close');
    expect(text).toContain('"code":"BODY_TIMEOUT"');
    expect(text).toContain('raise bodyTimeoutMs on the host');
    expect(calls.map((call) => call.name)).toEqual(['apiKeys.authenticate']);
    expect((await host.send('GET /integrations')).status).toBe(200);
  });

  it('is a 408 of the fetch handler, which cancels the body', async () => {
    const { handler } = handlerOf();
    let cancelled = false;
    const body = new ReadableStream({
      cancel() {
        cancelled = true;
      },
    });
    const headers = { authorization: ADMIN_KEY, 'content-type': 'application/json' };
    const request = new Request('http://127.0.0.1/integrations', { method: 'POST', body, headers, duplex: 'half' });
    const response = await handler(request);
    expect(response.status).toBe(408);
    expect(await response.json()).toMatchObject({ error: 'Request Timeout', code: 'BODY_TIMEOUT' });
    expect(cancelled).toBe(true);
  });
});
