import type { Store, StoreSignals } from '@portcullis/core';
import { findMariaDb, type MariaDbDatabase, NO_MARIADB, openMariaDbDatabase } from '@portcullis/testing/mariadb';
import { type Connection, createConnection, createPool, type RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMariaDbStore } from '../create-mariadb-store.ts';
import type { MariaDbStoreOptions } from '../mariadb-store-options.ts';

const WAIT = { timeout: 60_000 };

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('the signals of a MariaDB store', () => {
  let database: MariaDbDatabase;
  let administrator: Connection;
  const closings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await openMariaDbDatabase();
    administrator = await createConnection(database.connectionString);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const close of closings.splice(0).toReversed()) await close();
  });
  afterAll(async () => {
    await administrator?.end();
    await database?.stop();
  });

  async function open(options: MariaDbStoreOptions = {}): Promise<Store> {
    const store = createMariaDbStore({
      connectionString: database.connectionString,
      pool: { connectionLimit: 2 },
      signalPollMs: 20,
      ...options,
    });
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
    const resumed = vi.fn();
    const stop = await signalsOf(store).listen((message) => received.push(message), resumed);
    await vi.waitFor(() => expect(resumed).toHaveBeenCalledOnce(), WAIT);
    return { received, stop, resumed };
  }

  const countRows = async (): Promise<number> => {
    const [[row]] = await administrator.query<RowDataPacket[]>('select count(*) as count from portcullis_signals');
    return row?.count;
  };

  it('reach the other processes on the database, and no others', async () => {
    const elsewhere = await openMariaDbDatabase();
    closings.push(() => elsewhere.stop());
    const [one, other] = [await open(), await open()];
    const foreign = await open({ connectionString: elsewhere.connectionString });
    const listeners = [await listen(one), await listen(other), await listen(foreign)];
    const message = '[["deliver","7"]] ü \'"\\';
    await signalsOf(one).send(message);
    await signalsOf(other).send('back');
    await vi.waitFor(() => expect(listeners.map(({ received }) => received)).toEqual([['back'], [message], []]), WAIT);
  });

  it('accept a message of 7,000 bytes', async () => {
    const [one, other] = [await open(), await open()];
    const { received } = await listen(other);
    await signalsOf(one).send('x'.repeat(7000));
    await vi.waitFor(() => expect(received).toEqual(['x'.repeat(7000)]), WAIT);
  });

  it('arrive once each, also if a later one is committed first', async () => {
    const [one, other] = [await open(), await open()];
    const { received } = await listen(other);
    await administrator.beginTransaction();
    await administrator.query("insert into portcullis_signals (origin, message) values ('slow', 'first')");
    await signalsOf(one).send('second');
    await vi.waitFor(() => expect(received).toEqual(['second']), WAIT);
    await administrator.commit();
    await signalsOf(one).send('third');
    await vi.waitFor(() => expect(received.toSorted()).toEqual(['first', 'second', 'third']), WAIT);
  });

  it('arrive after the server was unavailable, and report that some may be missing', async () => {
    const pool = createPool({ uri: database.connectionString, connectionLimit: 2 });
    closings.push(() => pool.end());
    const [one, other] = [await open(), await open({ pool })];
    const { received, resumed } = await listen(other);
    const refuse = vi.spyOn(pool, 'getConnection').mockRejectedValue(new Error('The server is unavailable.'));
    await vi.waitFor(() => expect(refuse).toHaveBeenCalled(), WAIT);
    await signalsOf(one).send('meanwhile');
    refuse.mockRestore();
    await vi.waitFor(() => expect(received).toEqual(['meanwhile']), WAIT);
    expect(resumed).toHaveBeenCalledTimes(2);
  });

  it('arrive after a failover to a server without the last messages, which assigns their numbers again', async () => {
    const [one, other] = [await open(), await open()];
    const { received, resumed } = await listen(other);
    for (const message of ['a', 'b', 'c']) await signalsOf(one).send(message);
    await vi.waitFor(() => expect(received).toHaveLength(3), WAIT);
    await administrator.query('truncate table portcullis_signals');
    await vi.waitFor(() => expect(resumed).toHaveBeenCalledTimes(2), WAIT);
    await signalsOf(one).send('d');
    await vi.waitFor(() => expect(received).toEqual(['a', 'b', 'c', 'd']), WAIT);
  });

  it('are removed after a minute', async () => {
    const [one, other] = [await open(), await open()];
    const { received } = await listen(other);
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    for (const message of ['a', 'b', 'c']) await signalsOf(one).send(message);
    await vi.waitFor(() => expect(received).toHaveLength(3), WAIT);
    await vi.waitFor(async () => {
      aheadMs += 61_000;
      expect(await countRows()).toBe(1);
    }, WAIT);
    await signalsOf(one).send('d');
    await vi.waitFor(() => expect(received).toEqual(['a', 'b', 'c', 'd']), WAIT);
  });

  it('stop on demand, and with the store', async () => {
    const pools = [1, 2].map(() => createPool({ uri: database.connectionString, connectionLimit: 2 }));
    closings.push(() => Promise.all(pools.map((pool) => pool.end())));
    const [store, other] = [await open({ pool: pools[0] }), await open({ pool: pools[1] })];
    const [reads, otherReads] = pools.map((pool) => vi.spyOn(pool, 'getConnection'));
    /** Returns how often the store reads while another one reads three times. */
    const readsMeanwhile = async (): Promise<number> => {
      reads?.mockClear();
      otherReads?.mockClear();
      await vi.waitFor(() => expect(otherReads?.mock.calls.length).toBeGreaterThan(3), WAIT);
      return reads?.mock.calls.length ?? 0;
    };
    await listen(other);
    await (await listen(store)).stop();
    expect(await readsMeanwhile()).toBe(0);
    await listen(store);
    expect(await readsMeanwhile()).toBeGreaterThan(0);
    await store.close();
    expect(await readsMeanwhile()).toBe(0);
  });

  it('are off if the host switches them off', async () => {
    expect((await open({ signalPollMs: 0 })).signals).toBeUndefined();
  });
});
