/**
 * Sessions that the server ends, at each point of the protocol, and many of them under load. No error may be
 * uncaught.
 */
import type { Store } from '@portcullis/core';
import { createPostgresStore, type PostgresStoreOptions } from '@portcullis/store-sql/postgres';
import { sampleRow } from '@portcullis/testing';
import {
  createPostgresProxy,
  type PostgresBoundary,
  type PostgresProxy,
  type RunningPostgres,
  startPostgres,
} from '@portcullis/testing/postgres';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** A sample of the points of a session; `pnpm --filter @portcullis/interop run database-faults` tests all of them. */
const STRIDE = 4;
const TERMINATED = 150;

let server: RunningPostgres;
let admin: Client;
let schemas = 0;
let seed = 0;
let uncaught: unknown[] = [];
const nextSeed = (): number => {
  seed += 1;
  return seed;
};
const note = (error: unknown): void => {
  uncaught.push(error);
};

beforeAll(async () => {
  server = await startPostgres();
  admin = new Client(server.connectionString).on('error', () => {});
  await admin.connect();
  process.on('uncaughtExceptionMonitor', note);
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', note);
  await admin?.end();
  await server?.stop();
});
beforeEach(() => {
  uncaught = [];
});
afterEach(() => {
  expect(uncaught).toEqual([]);
});

function through(proxy: PostgresProxy): string {
  const url = new URL(server.connectionString);
  url.port = String(proxy.port);
  return url.href;
}

/** A pool of a host without its own listeners. */
function hostPool(connectionString: string): Pool {
  return new Pool({ connectionString, max: 3 });
}

/** Makes each kind of call on a store, some of them concurrently. */
async function live(store: Store, seed: number): Promise<void> {
  const calls = [
    () => store.open(),
    () =>
      store.signals?.listen(
        () => {},
        () => {},
      ),
    () =>
      store.transaction(async (transaction) => {
        await Promise.all([
          transaction.insert('leases', sampleRow('leases', seed)),
          transaction.find('endpointQueues'),
        ]);
      }),
    () =>
      Promise.allSettled([store.find('leases', { limit: 1 }), store.count('events', {}), store.signals?.send('one')]),
  ];
  for (const call of calls) await Promise.resolve(call()).catch(() => {});
}

async function liveThrough(
  endsAfter: (boundary: PostgresBoundary) => boolean,
  options: (url: string) => PostgresStoreOptions = (connectionString) => ({ connectionString }),
): Promise<{ readonly ended: number; readonly messages: number }> {
  await using proxy = await createPostgresProxy({ port: server.port, endsAfter });
  const given = options(through(proxy));
  const store = createPostgresStore({ schema: 'ended', ...given });
  seed += 1;
  await live(store, seed);
  await store.close();
  if (given.pool instanceof Pool) await given.pool.end();
  return { ended: proxy.ended, messages: proxy.messages };
}

describe('a session that the server ends', () => {
  it.each([
    ['of its own pool', undefined],
    ['of a pool of the host without listeners', (url: string) => ({ pool: hostPool(url) })],
  ])('together with its first ReadyForQuery %s causes no uncaught error', async (_name, options) => {
    const begun = new Set<number>();
    const isFirstReady = ({ type, session, sender }: PostgresBoundary): boolean => {
      // The first one opens the store.
      if (session === 1 || sender !== 'server' || type !== 'Z' || begun.has(session)) return false;
      begun.add(session);
      return true;
    };
    const { ended } = await liveThrough(isFirstReady, options);
    expect(ended).toBeGreaterThan(2);
  });

  it.each<[string, (boundary: PostgresBoundary, ready: number) => boolean]>([
    ['between two statements of the migration', (_boundary, ready) => ready === 5],
    [
      'together with the settings of a connection',
      ({ session, sender, type }) => session > 1 && sender === 'client' && type === 'Q',
    ],
  ])('%s is the cause of the failure', async (_name, isEnd) => {
    let ready = 0;
    const endsAfter = (boundary: PostgresBoundary): boolean => {
      if (boundary.type === 'Z') ready += 1;
      return isEnd(boundary, ready);
    };
    await using proxy = await createPostgresProxy({ port: server.port, endsAfter });
    schemas += 1;
    const store = createPostgresStore({ connectionString: through(proxy), schema: `ended_${schemas}`, listen: false });
    const work = async (): Promise<void> => {
      await store.open();
      await Promise.all([store.transaction((open) => open.find('leases')), store.find('leases')]);
    };
    await expect(work()).rejects.toMatchObject({ code: 'STORE_CONNECTION_LOST', cause: { code: '57P01' } });
    await store.close();
  });

  it('after any message causes no uncaught error', async () => {
    let number = 1;
    for (let isReached = true; isReached; number += STRIDE) {
      const { ended } = await liveThrough((boundary) => boundary.number === number);
      isReached = ended > 0;
    }
    expect(number).toBeGreaterThan(100);
  });
});

describe('backends that are terminated under load', () => {
  it.each([
    ['its own pool', () => ({ connectionString: server.connectionString, pool: { max: 5 } })],
    ['a pool of the host', () => ({ pool: hostPool(server.connectionString) })],
  ] as const)('do not break the store of %s', async (_name, options) => {
    const given: PostgresStoreOptions = options();
    const store = createPostgresStore({ schema: `ended_${++schemas}`, ...given });
    await store.open();
    let terminated = 0;
    let written = 0;
    const write = async (): Promise<void> => {
      while (terminated < TERMINATED) {
        const work = store.transaction((transaction) => transaction.insert('events', sampleRow('events', nextSeed())));
        await work.then(
          () => {
            written += 1;
          },
          () => {},
        );
      }
    };
    const terminate = async (): Promise<void> => {
      while (terminated < TERMINATED) {
        const { rows } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid <> pg_backend_pid() and backend_type = 'client backend'
             and backend_start < now() - interval '60 ms' order by random() limit 2`,
        );
        terminated += rows.length;
      }
    };
    await Promise.all([terminate(), write(), write(), write()]);
    const count = await store.count('events', {}).catch(() => store.count('events', {}));
    // A commit whose response was lost may still have succeeded.
    expect(count).toBeGreaterThanOrEqual(written);
    expect(written).toBeGreaterThan(5);
    await store.close();
    if (given.pool instanceof Pool) await given.pool.end();
  });
});
