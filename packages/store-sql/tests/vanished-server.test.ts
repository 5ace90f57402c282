import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { Client, type ClientConfig } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { holdsWithinSeconds, startInterruptibleNetwork } from './support/interruptible-network.ts';

/** A PostgreSQL behind a network that can be interrupted. */
async function startInterruptible() {
  const server = await openPostgresDatabase();
  onTestFinished(() => server.stop());
  const url = new URL(server.connectionString);
  const { port, interrupt } = await startInterruptibleNetwork(Number(url.port));
  url.port = String(port);
  return { connectionString: url.href, interrupt };
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
  const closing = holdsWithinSeconds(() => ended.size > 1 && [...ended.values()].every(Boolean));
  const closed = store.close();
  expect(await closing).toBe(true);
  await closed;
});

it('a store whose server has vanished during a query is closed within seconds, and the query rejects', async () => {
  const { connectionString, interrupt } = await startInterruptible();
  const store = createPostgresStore({ connectionString, listen: false });
  await store.open();
  interrupt();
  let isClosed = false;
  const closing = holdsWithinSeconds(() => isClosed);
  const reading = store.find('meta').then(
    () => 'read',
    () => 'rejected',
  );
  void store.close().then(() => {
    isClosed = true;
  });
  expect(await closing).toBe(true);
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
