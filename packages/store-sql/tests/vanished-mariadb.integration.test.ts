import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createMariaDbStore } from '@portcullis/store-sql/mariadb';
import { sampleRow } from '@portcullis/testing';
import { findMariaDb, NO_MARIADB, type RunningMariaDb, startMariaDb } from '@portcullis/testing/mariadb';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startInterruptibleNetwork } from './support/interruptible-network.ts';
import { expectClosedWithinSeconds, expectReachedAgain } from './support/vanished-server.ts';

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('a store whose MariaDB', () => {
  let server: RunningMariaDb;

  beforeAll(async () => {
    // A server of its own: one test makes it a replica, and another one needs an account without privileges.
    server = await startMariaDb(findMariaDb() as string, { databases: ['portcullis'] });
    await administer("create user node@'%' identified by 'secret'", "grant all on portcullis.* to node@'%'");
  });
  afterAll(() => server?.stop());

  async function administer(...statements: string[]): Promise<void> {
    const { host, port, user, password } = server;
    const administrator = await createConnection({ host, port, user, password });
    for (const statement of statements) await administrator.query(statement);
    await administrator.end();
  }

  const urlOf = (port = server.port, user = 'node:secret', database = 'portcullis') =>
    `mariadb://${user}@127.0.0.1:${port}/${database}`;

  async function openInterruptible() {
    const { port, interrupt } = await startInterruptibleNetwork(server.port);
    const store = createMariaDbStore({ connectionString: urlOf(port), signalPollMs: 0 });
    await store.open();
    return { store, interrupt };
  }

  it('has vanished during a query is closed within seconds, and the query rejects', async () => {
    await expectClosedWithinSeconds(await openInterruptible());
  });

  it('has vanished during a query does not wait for it, and later queries reach it once it is back', async () => {
    await expectReachedAgain(await openInterruptible());
  });

  it('has become a replica does not use that connection again', async () => {
    const pool = { connectionLimit: 1 };
    const store = createMariaDbStore({ connectionString: urlOf(), pool, signalPollMs: 0 });
    onTestFinished(() => store.close());
    await store.open();
    onTestFinished(() => administer('set global read_only = 0'));
    await administer('set global read_only = 1');
    const sessions = async () => {
      const { host, port } = server;
      const other = await createConnection({ host, port, user: 'node', password: 'secret' });
      const [rows] = await other.query<RowDataPacket[]>(
        'select id from information_schema.processlist where id <> connection_id()',
      );
      await other.end();
      return rows.map(({ id }) => id);
    };
    const [first] = await sessions();
    const refused = { code: 'STORE_FAILED', cause: { errno: 1290 } };
    await expect(store.insert('leases', sampleRow('leases', 2))).rejects.toMatchObject(refused);
    await expect.poll(sessions).not.toContain(first);
    const write = store.transaction((open) => open.insert('leases', sampleRow('leases', 2)));
    await expect(write).rejects.toMatchObject(refused);
    await expect.poll(sessions).toEqual([]);
    await administer('set global read_only = 0');
    await store.insert('leases', sampleRow('leases', 2));
  });

  it('has become a replica makes its node unhealthy, until the server accepts writes again', async () => {
    const portcullis = await createPortcullis({
      plugins: [],
      store: createMariaDbStore({ connectionString: urlOf(), signalPollMs: 0 }),
      secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 1) } }),
      webhooks: { concurrency: 0 },
    });
    onTestFinished(() => portcullis.close());
    onTestFinished(() => administer('set global read_only = 0'));
    expect(await portcullis.health()).toEqual({ status: 'ok' });
    await administer('set global read_only = 1');
    await expect(portcullis.health()).rejects.toMatchObject({ code: 'STORE_FAILED', cause: { errno: 1290 } });
    await administer('set global read_only = 0');
    expect(await portcullis.health()).toEqual({ status: 'ok' });
  });

  it.each([
    ['refuses the account', () => urlOf(server.port, 'node:wrong'), /no connection .* Access denied/],
    ['has no such database', () => urlOf(server.port, 'node:secret', 'other'), /no connection .* Access denied/],
    ['does not listen', () => urlOf(1), /no connection .* ECONNREFUSED/],
  ])('%s does not open, with a code', async (_name, url, message) => {
    const opening = createMariaDbStore({ connectionString: url() }).open();
    await expect(opening).rejects.toMatchObject({
      code: 'STORE_CONNECTION_LOST',
      message: expect.stringMatching(message),
    });
  });

  it('gives no privilege to create tables does not open, with a code', async () => {
    await administer(
      'create database empty',
      "create user poor@'%' identified by 'secret'",
      "grant select on empty.* to poor@'%'",
    );
    const opening = createMariaDbStore({ connectionString: urlOf(server.port, 'poor:secret', 'empty') }).open();
    await expect(opening).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining('denied'),
    });
  });
});
