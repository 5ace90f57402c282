import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { Client, type ClientConfig } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { holdsWithinSeconds, startInterruptibleNetwork } from './support/interruptible-network.ts';
import { expectClosedWithinSeconds, expectReachedAgain } from './support/vanished-server.ts';

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

async function openInterruptible() {
  const { connectionString, interrupt } = await startInterruptible();
  const store = createPostgresStore({ connectionString, listen: false });
  await store.open();
  return { store, interrupt };
}

it('a store whose server has vanished during a query is closed within seconds, and the query rejects', async () => {
  await expectClosedWithinSeconds(await openInterruptible());
});

it('a server that has vanished during a query is not waited for, and later queries reach it once it is back', async () => {
  await expectReachedAgain(await openInterruptible());
});
