import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { startPostgres } from '@portcullis/testing/postgres';
import { Client, type ClientConfig } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPostgresStore } from './create-postgres-store.ts';

/** A server behind a network that can be interrupted: the sockets stay open, and no byte passes any more. */
async function startInterruptible() {
  const server = await startPostgres();
  const sockets: Socket[] = [];
  const url = new URL(server.connectionString);
  const port = Number(url.port);
  const network = createServer((socket) => {
    const target = connect(port, '127.0.0.1');
    for (const each of [socket, target]) sockets.push(each.on('error', () => {}));
    socket.pipe(target).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    network.close();
    await server.stop();
  });
  url.port = String((network.address() as AddressInfo).port);
  return {
    connectionString: url.href,
    interrupt() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

it('a store whose server has vanished is closed within seconds, and leaves no connection behind', async () => {
  const { connectionString, interrupt } = await startInterruptible();
  const ended = new Map<object, boolean>();
  class WatchedClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      ended.set(this, false);
      this.once('end', () => ended.set(this, true));
    }
  }
  const store = createPostgresStore({ connectionString, pool: { Client: WatchedClient } });
  await store.open();
  const listening = vi.fn();
  await store.signals?.listen(() => {}, listening);
  await vi.waitFor(() => expect(listening).toHaveBeenCalled());
  interrupt();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closing = store.close();
  const hasEnded = () => ended.size > 1 && [...ended.values()].every(Boolean);
  for (let second = 0; second < 12 && !hasEnded(); second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(hasEnded()).toBe(true);
  await closing;
});

it('a store whose server has vanished during a query is closed within seconds, and the query rejects', async () => {
  const { connectionString, interrupt } = await startInterruptible();
  const store = createPostgresStore({ connectionString, listen: false });
  await store.open();
  interrupt();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reading = store.find('meta').then(
    () => 'read',
    () => 'rejected',
  );
  let isClosed = false;
  const closing = store.close().then(() => {
    isClosed = true;
  });
  for (let second = 0; second < 12 && !isClosed; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(isClosed).toBe(true);
  await closing;
  expect(await reading).toBe('rejected');
});

it('a server that has vanished during a query is not waited for, and later queries reach it once it is back', async () => {
  const { connectionString, interrupt } = await startInterruptible();
  const store = createPostgresStore({ connectionString, listen: false });
  await store.open();
  onTestFinished(() => store.close());
  await store.insert('leases', { name: 'a', owner: 'b', until: 1, generation: 1 });
  interrupt();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const updating = store
    .update('leases', { name: 'a' }, { until: 2 })
    .catch((error: unknown) => (error as { readonly code?: unknown }).code);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await updating).toBe('STORE_CONNECTION_LOST');
  expect(await store.count('leases', { until: 1 })).toBe(1);
});
