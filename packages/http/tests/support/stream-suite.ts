import { once } from 'node:events';
import type { ProgressEvent } from '@portcullis/core';
import { createRecordingLogger } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createHttpHandler } from '../../src/create-http-handler.ts';
import type { HttpHandlerOptions } from '../../src/http-handler-options.ts';
import { connectEvents } from './event-source.ts';
import { createFakePortcullis } from './fake-portcullis.ts';
import { createFakeProgress } from './fake-progress.ts';
import type { LoopbackServer } from './loopback.ts';
import type { HostSetUp } from './mounted.ts';

const PATH = '/integrations/7/operations';

const tested = (position: number, filling = ''): ProgressEvent => ({
  event: 'test',
  data: {
    integrationId: 7,
    operation: 'edit',
    state: 'started',
    position,
    total: 9,
    test: { id: 'connection', name: `Connection${filling}`, phase: 'gate' },
  },
});

/** Describes the behaviour of a host with an event stream, in any framework. */
export function describeStream(name: string, start: (setUp: HostSetUp) => Promise<LoopbackServer>): void {
  function setUp(options: HttpHandlerOptions = {}, host: Omit<HostSetUp, 'handler'> = {}) {
    const progress = createFakeProgress();
    const { portcullis, calls } = createFakePortcullis({ integrations: { follow: async () => progress.events } });
    return { progress, calls, server: start({ ...host, handler: createHttpHandler(portcullis, options) }) };
  }

  describe(`${name} and a stream of events`, () => {
    it('sends each event as it happens, with headers that stop proxies from buffering', async () => {
      const { progress, server, calls } = setUp({}, { parsed: true });
      await using host = await server;
      const stream = await connectEvents(host.port, PATH, { 'last-event-id': '3.4' });
      expect(stream.incoming.statusCode).toBe(200);
      expect(stream.incoming.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        'x-request-id': expect.any(String),
      });
      expect(stream.incoming.headers).not.toHaveProperty('content-length');
      progress.emit({ event: 'snapshot', id: '3.4', data: { integrationId: 7, status: 'enabled' } });
      expect(await stream.next()).toEqual({
        id: '3.4',
        event: 'snapshot',
        data: { integrationId: 7, status: 'enabled' },
      });
      progress.emit(tested(1, '\nwith a line break'));
      expect(await stream.next()).toMatchObject({ id: undefined, event: 'test', data: { position: 1 } });
      progress.end();
      expect(await stream.rest()).toEqual([]);
      expect(calls.find((call) => call.name === 'integrations.follow')?.args.slice(1)).toEqual([7, { after: '3.4' }]);
    });

    it('stops when the client disconnects', async () => {
      const { progress, server } = setUp();
      await using host = await server;
      const stream = await connectEvents(host.port, PATH);
      progress.emit(tested(1));
      await stream.next();
      stream.outgoing.destroy();
      await progress.left;
      expect((await host.send('GET /integrations/7')).status).toBe(200);
    });

    it('requests no more events than the client reads', async () => {
      const { progress, server } = setUp();
      await using host = await server;
      const stream = await connectEvents(host.port, PATH);
      const large = 'x'.repeat(200_000);
      const count = 100;
      for (let position = 1; position <= count; position += 1) progress.emit(tested(position, large));
      progress.end();
      // Without a reader, the server sends until the connection accepts no more data, and then stops.
      let seen = -1;
      await expect
        .poll(() => {
          const isUnchanged = progress.asked === seen && seen > 0;
          seen = progress.asked;
          return isUnchanged;
        })
        .toBe(true);
      expect(progress.asked).toBeLessThan(count);
      const events = await stream.rest();
      expect(events.map(({ data }) => (data as { position: number }).position)).toEqual(
        Array.from({ length: count }, (_each, index) => index + 1),
      );
    });

    it('sends comments while there are no events', async () => {
      const { progress, server } = setUp({ eventStreams: { heartbeatMs: 20 } });
      await using host = await server;
      const stream = await connectEvents(host.port, PATH);
      const events = stream.rest();
      await expect.poll(() => stream.comments.length).toBeGreaterThan(1);
      progress.end();
      expect(await events).toEqual([]);
    });

    it('ends after its lifetime', async () => {
      const { progress, server } = setUp({ eventStreams: { lifetimeMs: 50 } });
      await using host = await server;
      const stream = await connectEvents(host.port, PATH);
      expect(await stream.rest()).toEqual([]);
      await progress.left;
    });

    it('responds to HEAD with the same headers, without a stream', async () => {
      const { progress, server } = setUp();
      await using host = await server;
      const head = await host.send(`HEAD ${PATH}`, { headers: { accept: 'text/event-stream' } });
      expect(head).toMatchObject({ status: 200, text: '' });
      expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8');
      expect(progress.asked).toBe(0);
    });

    it('ends when the source fails, which is logged, and the host continues', async () => {
      let fail = (): void => {};
      const failing = new Promise<void>((resolve) => {
        fail = resolve;
      });
      const { portcullis } = createFakePortcullis({
        integrations: {
          follow: async () =>
            (async function* () {
              yield tested(1);
              await failing;
              throw new Error('The store is gone.');
            })(),
        },
      });
      const logger = createRecordingLogger();
      await using host = await start({ handler: createHttpHandler(portcullis, { logger }) });
      const stream = await connectEvents(host.port, PATH);
      await stream.next();
      fail();
      await expect(stream.rest()).rejects.toThrow();
      if (!stream.outgoing.closed) await once(stream.outgoing, 'close');
      expect(logger.entries).toMatchObject([
        {
          level: 'error',
          details: {
            requestId: expect.any(String),
            method: 'GET',
            path: PATH,
            error: { message: 'The store is gone.' },
          },
        },
      ]);
      expect((await host.send('GET /integrations/7')).status).toBe(200);
    });
  });
}
