/** Processes that are suspended or disconnected in the middle of a transaction, whose locks must be released soon. */
import type { Store, StoreTransaction } from '@portcullis/core';
import { createPostgresStore, type PostgresStoreOptions } from '@portcullis/store-sql/postgres';
import { sampleRow } from '@portcullis/testing';
import { createPostgresProxy, openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSessionLimits } from '../src/postgres/session-limits.ts';

let server: PostgresDatabase;
let admin: Client;
let schemas = 0;
let schema: string;
const closings: (() => Promise<unknown>)[] = [];

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
  schema = `vanished_${++schemas}`;
});
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

async function open(options: PostgresStoreOptions = {}): Promise<Store> {
  const store = createPostgresStore({ connectionString: server.connectionString, schema, listen: false, ...options });
  await store.open();
  closings.push(() => store.close());
  return store;
}

function throughProxy(port: number): string {
  const url = new URL(server.connectionString);
  url.port = String(port);
  return url.href;
}

const endpointQueue = { webhookId: 1, pending: 0, overflow: 0, recovering: 0, held: 0 };
const take = (transaction: StoreTransaction) => transaction.update('endpointQueues', { webhookId: 1 }, { pending: 1 });

/** Longer than a busy machine delays a process: only a suspended process is idle for this long. */
const IDLE_MS = 1000;

/** Resolves when the server has ended the session of a transaction. */
async function untilEnded(pid: number): Promise<void> {
  const alive = async (): Promise<number> => {
    const { rows } = await admin.query('select 1 from pg_stat_activity where pid = $1', [pid]);
    return rows.length;
  };
  await expect.poll(alive).toBe(0);
}

/** Returns the session that waits for its process in a transaction. */
async function idlePid(): Promise<number> {
  const { rows } = await admin.query(
    `select pid from pg_stat_activity
      where state = 'idle in transaction' and application_name = 'portcullis' and datname = current_database()`,
  );
  return rows[0]?.pid;
}

describe('a process that loses its network in the middle of a transaction', () => {
  it('blocks no row for other processes', async () => {
    await using proxy = await createPostgresProxy({ port: server.port });
    const cutOff = await open({ connectionString: throughProxy(proxy.port) });
    const other = await open();
    await other.insert('endpointQueues', endpointQueue);
    let hold = (): void => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const lost = cutOff.transaction(async (transaction) => {
      await take(transaction);
      proxy.stall();
      hold();
      await transaction.find('endpointQueues');
    });
    lost.catch(() => {});
    await held;
    await other.transaction(take);
    await proxy.close();
    await expect(lost).rejects.toThrow();
  });

  // Only Linux closes a connection whose peer is alive and accepts no data (TCP_USER_TIMEOUT).
  it.runIf(process.platform === 'linux')(
    'blocks no row for other processes while the server sends it a long response',
    async () => {
      await using proxy = await createPostgresProxy({ port: server.port });
      const cutOff = await open({ connectionString: throughProxy(proxy.port), peerTimeoutMs: 1000 });
      const other = await open();
      await other.insert('endpointQueues', endpointQueue);
      await admin.query(
        `insert into ${schema}.portcullis_meta select '', 'row ' || n, to_json(repeat('x', 100000)) from generate_series(1, 400) n`,
      );
      let hold = (): void => {};
      const held = new Promise<void>((resolve) => {
        hold = resolve;
      });
      const lost = cutOff.transaction(async (transaction) => {
        await take(transaction);
        proxy.stall('server');
        const response = transaction.find('meta');
        hold();
        await response;
      });
      lost.catch(() => {});
      await held;
      await other.transaction(take, { lockTimeoutMs: 60_000 });
      await proxy.close();
      await expect(lost).rejects.toThrow();
    },
  );
});

describe('a process that is suspended in the middle of a transaction', () => {
  it('retries the transaction when it resumes', async () => {
    const store = await open({ idleTransactionTimeoutMs: IDLE_MS });
    await store.insert('endpointQueues', endpointQueue);
    let runs = 0;
    await store.transaction(async (transaction) => {
      runs += 1;
      await take(transaction);
      if (runs === 1) await untilEnded(await idlePid());
      await transaction.insert('leases', sampleRow('leases', 1));
    });
    expect(runs).toBe(2);
    expect(await store.count('leases', {})).toBe(1);
  });

  it('retries the transaction when it is suspended before the commit', async () => {
    const store = await open({ idleTransactionTimeoutMs: IDLE_MS });
    let runs = 0;
    await store.transaction(async (transaction) => {
      runs += 1;
      await transaction.insert('leases', sampleRow('leases', 1));
      if (runs === 1) await untilEnded(await idlePid());
    });
    expect(runs).toBe(2);
    expect(await store.count('leases', {})).toBe(1);
  });

  it('gets an error code if it is suspended each time', async () => {
    const store = await open({ idleTransactionTimeoutMs: 50 });
    const work = store.transaction(async (transaction) => {
      await transaction.find('endpointQueues');
      await untilEnded(await idlePid());
      await transaction.find('endpointQueues');
    });
    await expect(work).rejects.toMatchObject({ code: 'STORE_CONNECTION_LOST', cause: { code: '25P03' } });
  });

  it('keeps the transaction if there is no limit', async () => {
    const store = await open({ idleTransactionTimeoutMs: 0 });
    const { rows } = await store.transaction(async (transaction) => {
      await transaction.insert('leases', sampleRow('leases', 1));
      return admin.query(`
        select count(*)::int as open from pg_stat_activity
         where state = 'idle in transaction' and datname = current_database()`);
    });
    expect(rows).toEqual([{ open: 1 }]);
  });
});

describe('a row that another transaction has locked', () => {
  it('is waited for repeatedly, and the rows of the waiting transaction are released in between', async () => {
    const store = await open({ lockTimeoutMs: 20 });
    await store.insert('endpointQueues', endpointQueue);
    await admin.query('begin');
    await admin.query(`select 1 from ${schema}.portcullis_endpoint_queues for update`);
    let runs = 0;
    await store.transaction(async (transaction) => {
      runs += 1;
      if (runs === 3) await admin.query('rollback');
      await take(transaction);
    });
    expect(runs).toBe(3);
  });

  it('is not waited for again if the caller has a limit', async () => {
    const store = await open({ lockTimeoutMs: 0 });
    await store.insert('endpointQueues', endpointQueue);
    await admin.query('begin');
    await admin.query(`select 1 from ${schema}.portcullis_endpoint_queues for update`);
    let runs = 0;
    const work = store.transaction(
      (transaction) => {
        runs += 1;
        return take(transaction);
      },
      { lockTimeoutMs: 20 },
    );
    await expect(work).rejects.toMatchObject({ code: 'STORE_LOCK_TIMEOUT' });
    await admin.query('rollback');
    expect(runs).toBe(1);
  });
});

describe('the limits of sessions', () => {
  it('free all rows within five seconds by default', () => {
    const limits = Object.values(readSessionLimits({}));
    expect(Math.max(...limits)).toBeLessThan(5000);
    expect(Math.min(...limits)).toBeGreaterThan(0);
  });

  it('do not change connections of the host', async () => {
    const pool = new Pool({ connectionString: server.connectionString, max: 1 }).on('error', () => {});
    closings.push(() => pool.end());
    const store = await open({ pool });
    await store.transaction((transaction) => transaction.find('endpointQueues'));
    const { rows } = await pool.query("select name from pg_settings where source = 'session'");
    expect(rows).toEqual([]);
  });

  it('are set on connections of the host on request', async () => {
    const pool = new Pool({ connectionString: server.connectionString, max: 1 }).on('error', () => {});
    closings.push(() => pool.end());
    const store = await open({ pool, peerTimeoutMs: 6000 });
    await store.transaction((transaction) => transaction.find('endpointQueues'));
    const { rows } = await pool.query("select name, setting from pg_settings where source = 'session' order by name");
    expect(rows).toEqual([
      { name: 'tcp_keepalives_count', setting: '3' },
      { name: 'tcp_keepalives_idle', setting: '3' },
      { name: 'tcp_keepalives_interval', setting: '1' },
      { name: 'tcp_user_timeout', setting: '6000' },
    ]);
  });

  it('do not apply to a joined transaction of the host', async () => {
    const store = await open({ idleTransactionTimeoutMs: 1, lockTimeoutMs: 1 });
    const client = new Client(server.connectionString).on('error', () => {});
    await client.connect();
    closings.push(() => client.end());
    await client.query('begin');
    await store.join?.(client).insert('leases', sampleRow('leases', 1));
    const { rows } = await client.query("select current_setting('idle_in_transaction_session_timeout') as idle");
    expect(rows).toEqual([{ idle: '0' }]);
    await client.query('commit');
    expect(await store.count('leases', {})).toBe(1);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 31])('are whole milliseconds, not %s', (wrong) => {
    for (const name of ['idleTransactionTimeoutMs', 'lockTimeoutMs', 'peerTimeoutMs']) {
      expect(() => createPostgresStore({ [name]: wrong })).toThrow(
        expect.objectContaining({ code: 'STORE_INPUT_INVALID', message: expect.stringContaining(name) }),
      );
    }
  });
});
