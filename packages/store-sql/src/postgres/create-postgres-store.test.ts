import type { Store } from '@portcullis/core';
import { sampleRow, sampleRows } from '@portcullis/testing';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { Client, Pool, type PoolConfig, types } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPostgresStore } from './create-postgres-store.ts';
import type { PostgresStoreOptions } from './postgres-store-options.ts';

let server: RunningPostgres;
let admin: Client;
let schema: string;
let schemas = 0;
const stores: Store[] = [];

beforeAll(async () => {
  server = await startPostgres({ settings: { deadlock_timeout: '20ms' } });
  admin = new Client(server.connectionString).on('error', () => {});
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});
beforeEach(() => {
  schema = `store_${++schemas}`;
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

function make(options: PostgresStoreOptions = { connectionString: server.connectionString }): Store {
  const store = createPostgresStore({ schema, ...options });
  stores.push(store);
  return store;
}

async function open(options?: PostgresStoreOptions): Promise<Store> {
  const store = make(options);
  await store.open();
  return store;
}

function hostPool(options: PoolConfig = { connectionString: server.connectionString }): Pool {
  // Connections that the pool has released may still be open when the server stops.
  return new Pool(options).on('error', () => {});
}

/** Adds events and returns the id of the last one. */
async function addEvents(store: Store): Promise<number> {
  let last = 0;
  for (let seed = 1; seed <= 3; seed += 1) last = (await store.insert('events', sampleRow('events', seed))).id;
  return last;
}

/** Leaves the sequences as logical replication does. */
async function resetSequences(): Promise<void> {
  const { rows } = await admin.query(`select sequencename as name from pg_sequences where schemaname = $1`, [schema]);
  for (const { name } of rows) await admin.query(`select setval('${schema}.${name}', 1, false)`);
}

it('names the missing connection string when the server that pg assumes does not respond', async () => {
  vi.stubEnv('PGHOST', '127.0.0.1').stubEnv('PGPORT', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const missing = createPostgresStore({ connectionString: process.env.PORTCULLIS_NO_SUCH_URL });
  await expect(missing.open()).rejects.toMatchObject({
    code: 'STORE_CONNECTION_LOST',
    message: expect.stringMatching(/^The store has no connectionString.*ECONNREFUSED/),
  });
  const given = createPostgresStore({ connectionString: 'postgresql://127.0.0.1:1/governance' });
  await expect(given.open()).rejects.toMatchObject({ message: expect.not.stringContaining('connectionString') });
});

describe('opening a PostgreSQL store', () => {
  it('works from several nodes at once on an empty database', async () => {
    const nodes = Array.from({ length: 4 }, () => make());
    await Promise.all(nodes.map((node) => node.open()));
    await nodes[0]?.insert('leases', sampleRow('leases', 1));
    expect(await Promise.all(nodes.map((node) => node.count('leases', {})))).toEqual([1, 1, 1, 1]);
  });

  it('uses the search path when no schema is named', async () => {
    await admin.query(`create schema ${schema}`);
    const options = `-c search_path=${schema}`;
    const store = createPostgresStore({ connectionString: server.connectionString, pool: { options } });
    stores.push(store);
    await store.open();
    await store.insert('leases', sampleRow('leases', 1));
    const { rows } = await admin.query(`select count(*)::int as n from ${schema}.portcullis_leases`);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('is rejected if the search path has no schema for tables', async () => {
    const pool = { options: '-c search_path=nowhere' };
    const store = createPostgresStore({ connectionString: server.connectionString, pool });
    await expect(store.open()).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
  });

  it('needs no CREATE privilege if the tables exist', async () => {
    await open();
    await admin.query(`
      create role clerk login password 'clerk';
      grant usage on schema ${schema} to clerk;
      grant select, insert, update, delete on all tables in schema ${schema} to clerk`);
    const { host, port, database } = server;
    const pool = hostPool({ host, port, database, user: 'clerk', password: 'clerk' });
    await expect(pool.query(`create table ${schema}.own (a int)`)).rejects.toThrow(/permission/);
    const store = await open({ pool });
    const event = await store.insert('events', sampleRow('events', 1));
    expect(await store.find('events', { lock: 'update' })).toEqual([event]);
    await store.close();
    await pool.end();
  });

  it('waits for the migration of another node for longer than its role may take', async () => {
    const other = new Client(server.connectionString);
    await other.connect();
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtext('portcullis_migrations ${schema}'))`);
    const options = ['lock', 'statement', 'transaction'].map((kind) => `-c ${kind}_timeout=1000`).join(' ');
    const opening = open({ connectionString: server.connectionString, pool: { options } });
    const waiting = `select 1 from pg_stat_activity
      where wait_event = 'advisory' and now() - query_start > interval '1200 milliseconds'`;
    const isWaiting = expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1);
    await Promise.race([isWaiting, opening]);
    await other.end();
    expect(await (await opening).count('leases', {})).toBe(0);
  });

  it('moves sequences that are behind their tables, as after logical replication', async () => {
    const first = await open();
    const last = await addEvents(first);
    await first.close();
    await resetSequences();
    const nodes = await Promise.all([open(), open()]);
    const added = await Promise.all(
      nodes.flatMap((node, index) => [40, 50].map((seed) => node.insert('events', sampleRow('events', seed + index)))),
    );
    const ids = added.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(Math.min(...ids)).toBeGreaterThan(last);
  });

  it.each(['deliveries', 'attempts'] as const)(
    'never leaves out a row of %s as known because its assigned id is taken',
    async (table) => {
      const store = await open();
      const { id: _first, ...known } = await store.insert(table, sampleRow(table, 1));
      await resetSequences();
      await expect(store.insertAbsent(table, [sampleRow(table, 2)])).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
      expect(await store.insertAbsent(table, [sampleRow(table, 2)])).toHaveLength(1);
      if (table === 'deliveries') expect(await store.insertAbsent(table, [known as never])).toEqual([]);
    },
  );

  it('does so for the rows of all tenants, with row-level security', async () => {
    await admin.query(`create schema ${schema}; create role ${schema} login password 'x' in role pg_monitor`);
    await admin.query(`grant all on schema ${schema} to ${schema}`);
    const { host, port, database } = server;
    const pool = { host, port, database, user: schema, password: 'x' };
    const first = await open({ pool, rowLevelSecurity: true });
    const [last] = await first.allTenants.insertOwned('events', [{ ...sampleRow('events', 1), tenant: 'acme' }]);
    await first.close();
    await resetSequences();
    const second = await open({ pool, rowLevelSecurity: true });
    expect((await second.insert('events', sampleRow('events', 2))).id).toBeGreaterThan(last?.id ?? 0);
  });

  it('is rejected with the remedy if its role may not move such a sequence, and not if it may not read it', async () => {
    await addEvents(await open());
    await resetSequences();
    await admin.query(`
      create role ${schema} login password 'x';
      grant usage on schema ${schema} to ${schema};
      grant select, insert, update, delete on all tables in schema ${schema} to ${schema}`);
    const { host, port, database } = server;
    const pool = { host, port, database, user: schema, password: 'x' };
    await (await open({ pool })).close();
    await admin.query(`grant usage on all sequences in schema ${schema} to ${schema}`);
    await expect(open({ pool })).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/portcullis_events_id_seq is behind .* select setval\('store_/),
    });
  });

  it('can be retried after the server was unreachable', async () => {
    let port = 1;
    const pool = hostPool();
    const flaky = {
      connect: () => (port === 1 ? Promise.reject(new Error('ECONNREFUSED')) : pool.connect()),
      end: () => pool.end(),
    };
    const store = make({ pool: flaky });
    await expect(store.open()).rejects.toThrow('ECONNREFUSED');
    await expect(store.find('leases')).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    port = server.port;
    await store.open();
    expect(await store.count('leases', {})).toBe(0);
    await store.close();
    await pool.end();
  });

  it('is rejected if a later version of the library has migrated the database', async () => {
    await open();
    await admin.query(`insert into ${schema}.portcullis_migrations values ('9999-later', '2099-01-01T00:00:00.000Z')`);
    await expect(open()).rejects.toMatchObject({ code: 'STORE_SCHEMA_UNKNOWN' });
  });
});

describe("a host's own pool", () => {
  it('is used unchanged and is not ended', async () => {
    const pool = hostPool();
    const store = await open({ pool });
    await store.insert('leases', sampleRow('leases', 1));
    await store.close();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('may have other type parsers than the store', async () => {
    types.setTypeParser(types.builtins.INT8, BigInt);
    types.setTypeParser(types.builtins.JSON, (text) => text);
    try {
      const store = await open();
      const event = await store.insert('meta', { name: 'a', value: { b: '1' } });
      const endpointQueue = await store.insert('endpointQueues', {
        webhookId: 1,
        pending: Number.MAX_SAFE_INTEGER,
        overflow: 0,
        recovering: 0,
        held: 0,
      });
      expect(await store.find('meta')).toEqual([event]);
      expect(await store.find('endpointQueues')).toEqual([endpointQueue]);
    } finally {
      types.setTypeParser(types.builtins.INT8, String);
      types.setTypeParser(types.builtins.JSON, JSON.parse);
    }
  });
});

describe('a PostgreSQL store', () => {
  it('retries a transaction that the server aborted because of another one', async () => {
    // Each of them waits for the row of the other one.
    const options = '-c deadlock_timeout=50ms';
    const store = await open({ connectionString: server.connectionString, pool: { options } });
    const webhookIds = [1, 2];
    const none = { pending: 0, overflow: 0, recovering: 0, held: 0 };
    for (const webhookId of webhookIds) await store.insert('endpointQueues', { webhookId, ...none });
    let runs = 0;
    let committed = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const countInOrder = (ids: readonly number[]) =>
      store.transaction(async (transaction) => {
        runs += 1;
        transaction.afterCommit(() => {
          committed += 1;
        });
        for (const webhookId of ids) {
          await transaction.update('endpointQueues', { webhookId }, { pending: { increment: 1 } });
          if (runs === 2) meet();
          await met;
        }
      });
    await Promise.all([countInOrder(webhookIds), countInOrder(webhookIds.toReversed())]);
    expect(await store.find('endpointQueues')).toMatchObject([{ pending: 2 }, { pending: 2 }]);
    expect(committed).toBe(2);
    // The server may give the row that an aborted transaction has freed to its next run, before the one that waits for it.
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('reports a trigger at commit that waits too long for a row', async () => {
    const store = await open();
    await admin.query(`
      create table ${schema}.things as select 1 as thing;
      create function ${schema}.wait() returns trigger language plpgsql as
        $$ begin perform thing from ${schema}.things for update; return null; end $$;
      create constraint trigger wait after insert on ${schema}.portcullis_leases deferrable initially deferred
        for each row execute function ${schema}.wait();`);
    await admin.query(`begin; select thing from ${schema}.things for update`);
    const write = () =>
      store.transaction(
        (transaction) => transaction.insert('leases', { name: 'one', owner: 'x', until: 1, generation: 1 }),
        {
          lockTimeoutMs: 50,
        },
      );
    await expect(write()).rejects.toMatchObject({ code: 'STORE_LOCK_TIMEOUT' });
    await admin.query('rollback');
    await expect(write()).resolves.toBeDefined();
  });

  it('loses only the transaction of a broken connection', async () => {
    const store = await open();
    const broken = store.transaction(async (transaction) => {
      await transaction.insert('leases', sampleRow('leases', 1));
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portcullis'");
      await transaction.insert('leases', sampleRow('leases', 2));
    });
    await expect(broken).rejects.toThrow(/terminat|connection/);
    await store.insert('leases', sampleRow('leases', 3));
    expect(await store.count('leases', {})).toBe(1);
  });

  it('drops a broken idle connection silently', async () => {
    const store = await open();
    await Promise.all([1, 2, 3].map((seed) => store.insert('leases', sampleRow('leases', seed))));
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portcullis'");
    await expect.poll(() => store.count('leases', {}).catch(() => 0)).toBe(3);
  });
});

describe('a transaction of the host', () => {
  it('includes the writes of the store, and reports its commit', async () => {
    const store = await open();
    const client = new Client(server.connectionString).on('error', () => {});
    await client.connect();
    await client.query('begin');
    const joined = store.join?.(client);
    const seen = new Promise<number>((resolve) => {
      joined?.afterCommit(() => resolve(store.count('events', {})));
    });
    const event = await joined?.insert('events', sampleRow('events', 1));
    await joined?.insertAbsent('endpointQueues', sampleRows('endpointQueues', [{}, {}]));
    expect(await store.count('events', {})).toBe(0);
    await client.query('commit');
    expect(await seen).toBe(1);
    expect(await store.find('events')).toEqual([event]);
    await client.end();
  });

  it('discards the writes of the store when it is rolled back', async () => {
    const store = await open();
    const client = new Client(server.connectionString).on('error', () => {});
    await client.connect();
    let ran = 0;
    await client.query('begin');
    const first = store.join?.(client);
    first?.afterCommit(() => {
      ran += 1;
    });
    await first?.insert('events', sampleRow('events', 1));
    await client.query('rollback');
    await client.query('begin');
    const committed = new Promise<void>((resolve) => {
      store.join?.(client).afterCommit(resolve);
    });
    await client.query('commit');
    await committed;
    expect(ran).toBe(0);
    expect(await store.count('events', {})).toBe(0);
    await client.end();
  });

  it('can itself report its commit', async () => {
    const store = await open();
    const client = new Client(server.connectionString).on('error', () => {});
    await client.connect();
    const actions: (() => void)[] = [];
    await client.query('begin');
    const joined = store.join?.({ client, afterCommit: (action: () => void) => actions.push(action) });
    const action = () => {};
    joined?.afterCommit(action);
    await joined?.insert('leases', sampleRow('leases', 1));
    expect(actions).toEqual([action]);
    expect(await store.count('leases', {})).toBe(0);
    await client.query('commit');
    expect(await store.count('leases', {})).toBe(1);
    await client.end();
  });

  it('must be open, even if it reports its commit itself', async () => {
    const store = await open();
    const client = new Client(server.connectionString).on('error', () => {});
    await client.connect();
    const refusal = { code: 'STORE_INPUT_INVALID', message: expect.stringContaining('No transaction is open') };
    const afterCommit = () => {};
    expect(() => store.join?.({ client, afterCommit })).toThrow(expect.objectContaining(refusal));
    // The clients of an older pg do not report the state of their transaction.
    const older = { query: client.query.bind(client) };
    const write = () => store.join?.({ client: older, afterCommit }).insert('leases', sampleRow('leases', 1));
    await expect(write()).rejects.toMatchObject(refusal);
    expect(await store.count('leases', {})).toBe(0);
    await client.query('begin');
    await write();
    await client.query('rollback');
    expect(await store.count('leases', {})).toBe(0);
    await client.end();
  });

  it('is rejected if it is not a transaction', async () => {
    const store = await open();
    for (const wrong of [admin, undefined, {}, { query: () => {} }, { client: {}, afterCommit: () => {} }]) {
      expect(() => store.join?.(wrong)).toThrow(expect.objectContaining({ code: 'STORE_INPUT_INVALID' }));
    }
  });
});
