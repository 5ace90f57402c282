import type { Store, StoreSignals } from '@portcullis/core';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPostgresStore } from './create-postgres-store.ts';
import type { PostgresStoreOptions } from './postgres-store-options.ts';

let server: PostgresDatabase;
let admin: Client;
let schema: string;
let schemas = 0;
const closings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await openPostgresDatabase();
  admin = new Client(server.connectionString).on('error', () => {});
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});
beforeEach(() => {
  schema = `signals_${++schemas}`;
});
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

async function open(options: PostgresStoreOptions = { connectionString: server.connectionString }): Promise<Store> {
  const store = createPostgresStore({ schema, ...options });
  await store.open();
  closings.push(() => store.close());
  return store;
}

function signalsOf(store: Store): StoreSignals {
  if (!store.signals) throw new Error('The store has no signals.');
  return store.signals;
}

/** Listens, and resolves when the subscription is active. */
async function listen(store: Store) {
  const received: string[] = [];
  let resumed = 0;
  const stop = await signalsOf(store).listen(
    (message) => received.push(message),
    () => {
      resumed += 1;
    },
  );
  await vi.waitFor(() => expect(resumed).toBe(1), 60_000);
  return { received, stop, resumed: () => resumed };
}

const listeners = async (): Promise<readonly number[]> => {
  const { rows } = await admin.query(
    "select pid from pg_stat_activity where query like 'listen%' and datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
};

describe('the signals of a PostgreSQL store', () => {
  it('reach the other processes on the schema, and no others', async () => {
    const [one, other] = [await open(), await open()];
    const foreign = await open({ connectionString: server.connectionString, schema: `${schema}_2` });
    const listeners = [await listen(one), await listen(other), await listen(foreign)];
    const message = '[["deliver","7"]] ü \'"';
    await signalsOf(one).send(message);
    await signalsOf(other).send('back');
    await vi.waitFor(
      () => expect(listeners.map(({ received }) => received)).toEqual([['back'], [message], []]),
      60_000,
    );
  });

  it('accept a message of 7,000 bytes', async () => {
    const [one, other] = [await open(), await open()];
    const { received } = await listen(other);
    await signalsOf(one).send('x'.repeat(7000));
    await vi.waitFor(() => expect(received).toEqual(['x'.repeat(7000)]), 60_000);
  });

  it('resume after the connection has broken, and report that signals were missed', async () => {
    const [one, other] = [await open(), await open()];
    const { received, resumed } = await listen(other);
    for (const pid of await listeners()) await admin.query('select pg_terminate_backend($1)', [pid]);
    await vi.waitFor(() => expect(resumed()).toBe(2), 60_000);
    await signalsOf(one).send('again');
    await vi.waitFor(() => expect(received).toEqual(['again']), 60_000);
  });

  it('stop on demand, and with the store', async () => {
    const [one, other] = [await open(), await open()];
    await (await listen(one)).stop();
    await listen(other);
    await vi.waitFor(async () => expect(await listeners()).toHaveLength(1), 60_000);
    await other.close();
    await vi.waitFor(async () => expect(await listeners()).toEqual([]), 60_000);
  });

  it('arrive on a connection of the host’s pool, which is kept', async () => {
    const pool = new Pool({ connectionString: server.connectionString, max: 2 }).on('error', () => {});
    closings.push(() => pool.end());
    const [one, other] = [await open({ pool }), await open()];
    const { received, stop } = await listen(one);
    await signalsOf(other).send('hello');
    await vi.waitFor(() => expect(received).toEqual(['hello']), 60_000);
    expect(await one.count('leases', {})).toBe(0);
    await stop();
    await vi.waitFor(async () => expect(await listeners()).toEqual([]), 60_000);
  });

  it('are off if the pool has only one connection, or if the host switches them off', async () => {
    const pool = new Pool({ connectionString: server.connectionString, max: 1 }).on('error', () => {});
    closings.push(() => pool.end());
    const store = await open({ pool });
    const stop = await signalsOf(store).listen(
      () => {},
      () => {},
    );
    expect(await store.count('leases', {})).toBe(0);
    await stop();
    expect((await open({ connectionString: server.connectionString, listen: false })).signals).toBeUndefined();
  });
});
