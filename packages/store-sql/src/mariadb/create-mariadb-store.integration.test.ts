import { createMemoryStore } from '@portcullis/core';
import { idRangeOf, type Store, StoreError, TABLES, type TableName } from '@portcullis/core/ports';
import { sampleRow, sampleRows } from '@portcullis/testing';
import { findMariaDb, type MariaDbDatabase, NO_MARIADB, openMariaDbDatabase } from '@portcullis/testing/mariadb';
import fc from 'fast-check';
import { Kysely } from 'kysely';
import { createPool as createCallbackPool } from 'mysql2';
import { type Connection, createConnection, createPool, type RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALLS, responsesOf } from '../../tests/support/random-calls.ts';
import { createTable } from '../schema/create-table.ts';
import { layoutOf } from '../schema/layout-of.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { createMariaDbStore } from './create-mariadb-store.ts';
import { createKyselyDriver } from './kysely-driver.ts';
import { MARIADB_FLAVOUR } from './mariadb-flavour.ts';
import type { MariaDbStoreOptions } from './mariadb-store-options.ts';
import { createTake } from './take-connection.ts';

/** Every run executes dozens of statements. */
const RUNS = process.env.PORTCULLIS_TESTS === 'sampled' ? 30 : 150;

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('the store on MariaDB', () => {
  let database: MariaDbDatabase;
  let administrator: Connection;
  const closings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await openMariaDbDatabase();
    administrator = await createConnection({ uri: database.connectionString, multipleStatements: true });
  });
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
    const tables = Object.values(SQL_TABLES).map(({ name }) => `delete from ${name}`);
    await administrator.query(tables.join(';')).catch(() => {});
  });
  afterAll(async () => {
    await administrator?.end();
    await database?.stop();
  });

  /** Opens a database with tables of its own. */
  async function openOther(): Promise<MariaDbDatabase> {
    const other = await openMariaDbDatabase();
    closings.push(() => other.stop());
    return other;
  }

  async function openStore(options: MariaDbStoreOptions = {}): Promise<Store> {
    const store = createMariaDbStore({ connectionString: database.connectionString, ...options });
    await store.open();
    closings.push(() => store.close());
    return store;
  }

  /** Returns the values of the first row of a query. */
  async function ask(text: string, values: (string | number)[] = []): Promise<unknown[]> {
    const [rows] = await administrator.query<RowDataPacket[]>(text, values);
    return Object.values(rows[0] ?? {});
  }

  /** Ends the sessions of the store, as an administrator does. */
  async function killSessions(): Promise<void> {
    const [rows] = await administrator.query<RowDataPacket[]>(
      'select id from information_schema.processlist where db = ? and id <> connection_id()',
      [database.database],
    );
    for (const { id } of rows) await administrator.query(`kill ${id}`).catch(() => {});
  }

  describe('has tables that', () => {
    /** Every column and index, without the tables of the migrator. */
    async function describeTables(name: string): Promise<unknown> {
      const of = async (text: string) => (await administrator.query(text, [name]))[0];
      return {
        columns: await of(
          `select table_name, column_name, column_type, is_nullable, collation_name, column_key
           from information_schema.columns
           where table_schema = ? and table_name like 'portcullis%' and table_name not like '%migrations%'
             and table_name not in ('portcullis_commits', 'portcullis_signals') order by 1, 2`,
        ),
        indexes: await of(
          `select table_name, index_name, seq_in_index, column_name, sub_part, non_unique
           from information_schema.statistics
           where table_schema = ? and table_name not like '%migrations%'
             and table_name not in ('portcullis_commits', 'portcullis_signals') order by 1, 2, 3`,
        ),
      };
    }

    it('match the declared ones after all migrations, also after an interrupted one', async () => {
      await openStore();
      const migrated = await describeTables(database.database);
      // As if the process had died in the middle of the first migration.
      await administrator.query('drop table portcullis_leases, portcullis_migrations, portcullis_migrations_lock');
      await administrator.query('drop index portcullis_events_by_time on portcullis_events');
      await openStore();
      expect(await describeTables(database.database)).toEqual(migrated);

      const other = await openOther();
      const pool = createPool(other.connectionString);
      closings.push(() => pool.end());
      const db = new Kysely<AnyTables>({
        dialect: { ...MARIADB_FLAVOUR.language, createDriver: () => createKyselyDriver(createTake(pool, [])) },
      });
      for (const table of Object.keys(TABLES) as TableName[]) await createTable(db, MARIADB_FLAVOUR, layoutOf(table));
      const declared = await describeTables(other.database);
      expect(migrated, 'Add a migration that changes released databases in the same way.').toEqual(declared);
    });

    it('refuse long texts in keys, and only there', async () => {
      const store = await openStore();
      const claims = [{ claim: 'a'.repeat(601), integrationId: 1 }];
      await expect(store.insertAbsent('targetClaims', claims)).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
      const physicalKey = 'k'.repeat(5000);
      await store.insert('managedObjects', sampleRow('managedObjects', 1, { physicalKey }));
      await store.insert('managedObjects', sampleRow('managedObjects', 2, { physicalKey: `${physicalKey}2` }));
      expect(await store.count('managedObjects', { physicalKey })).toBe(1);
    });

    it('have ids of the cell, before and after it is raised', async () => {
      const { connectionString } = await openOther();
      const first = await openStore({ connectionString, cell: 0 });
      expect((await first.insert('events', sampleRow('events', 1))).id).toBe(1);
      const raised = await openStore({ connectionString, cell: 3 });
      expect((await raised.insert('events', sampleRow('events', 2))).id).toBe(idRangeOf(3).after + 1);
      await expect(openStore({ connectionString, cell: 2 })).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
    });
  });

  it('returns the same results as the memory store', async () => {
    const [store, memory] = [await openStore(), createMemoryStore()];
    await fc.assert(
      fc.asyncProperty(...CALLS, async (rows, query, where) => {
        expect(await responsesOf(store, rows, query, where)).toEqual(await responsesOf(memory, rows, query, where));
      }),
      { numRuns: RUNS },
    );
  });

  describe("with the host's own pool", () => {
    it.each([
      ['mysql2/promise', (uri: string) => createPool({ uri, flags: ['-FOUND_ROWS'] })],
      ['mysql2', (uri: string) => createCallbackPool({ uri })],
    ])('of %s leaves its sessions as they are, and never ends it', async (_name, create) => {
      const pool = create(database.connectionString);
      const promised = 'promise' in pool ? pool.promise() : pool;
      closings.push(() => promised.end());
      const store = createMariaDbStore({ pool });
      await store.open();
      await store.insert('leases', sampleRow('leases', 1, { name: 'a', owner: 'me' }));
      // Without the flag, the server counts only rows whose values change.
      expect(await store.update('leases', { name: 'a' }, { owner: 'me' })).toBe(1);
      await store.transaction(async (open) => {
        await open.find('leases', { lock: 'update' });
        const level =
          'select trx_isolation_level as level from information_schema.innodb_trx where trx_rows_locked > 0';
        expect(await ask(level)).toEqual(['READ COMMITTED']);
      });
      await store.close();
      const [[session]] = await promised.query<RowDataPacket[]>('select @@tx_isolation as level');
      expect(session).toEqual({ level: 'REPEATABLE-READ' });
    });

    it('refuses another character set', async () => {
      const pool = createPool({ uri: database.connectionString, charset: 'latin1_swedish_ci' });
      closings.push(() => pool.end());
      await expect(createMariaDbStore({ pool }).open()).rejects.toMatchObject({
        code: 'STORE_INPUT_INVALID',
        message: expect.stringContaining('utf8mb4'),
      });
    });
  });

  describe('after a lost session', () => {
    it('repeats a transaction that was not committed', async () => {
      const store = await openStore();
      let runs = 0;
      await store.transaction(async (open) => {
        runs += 1;
        await open.insert('leases', sampleRow('leases', 1));
        if (runs === 1) await killSessions();
        await open.insert('leases', sampleRow('leases', 2));
      });
      expect(runs).toBe(2);
      expect(await store.count('leases', {})).toBe(2);
    });

    it('gives up after three connections', async () => {
      const store = await openStore();
      let runs = 0;
      const losing = store.transaction(async (open) => {
        runs += 1;
        await open.insert('leases', sampleRow('leases', 1));
        await killSessions();
        await open.count('leases', {});
      });
      await expect(losing).rejects.toMatchObject({ code: 'STORE_CONNECTION_LOST' });
      expect(runs).toBe(3);
    });

    it('uses other connections when all idle ones were ended', async () => {
      const store = await openStore();
      await Promise.all([store.count('leases', {}), store.count('events', {})]);
      await killSessions();
      await expect.poll(() => store.count('leases', {}).catch(() => 'lost')).toBe(0);
    });
  });

  it('waits for a row that another session has locked while it opens, longer than a transaction', async () => {
    const other = await openOther();
    const holder = await createConnection({ uri: other.connectionString, multipleStatements: true });
    closings.push(() => holder.end());
    // As if another node had died, or were busy, during the first step of the first migration.
    await holder.query(
      `create table portcullis_migrations_lock (id varchar(255) primary key, is_locked integer default 0 not null);
       start transaction; insert into portcullis_migrations_lock (id) values ('migration_lock')`,
    );
    const store = createMariaDbStore({ connectionString: other.connectionString, lockTimeoutMs: 1000 });
    closings.push(() => store.close());
    const opening = store.open().then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    /** Asks about the transactions of this database that wait for a lock. */
    const askOfWaits = async (value: string) => {
      const ofDatabase = 'select id from information_schema.processlist where db = ?';
      const waiting = `trx_state = 'LOCK WAIT' and trx_mysql_thread_id in (${ofDatabase})`;
      const [answer] = await ask(`select ${value} from information_schema.innodb_trx where ${waiting}`, [
        other.database,
      ]);
      return Number(answer ?? 0);
    };
    // The server refreshes the table of transactions only if it was not read for a tenth of a second.
    const patient = { interval: 250 };
    const stillWaits = async () => {
      const seconds = () => askOfWaits('unix_timestamp() - unix_timestamp(min(trx_wait_started))');
      await expect.poll(seconds, patient).toBeGreaterThan(1);
      return 'still waits';
    };
    expect(await Promise.race([opening, stillWaits()])).toBe('still waits');
    await holder.query('rollback');
    expect(await opening).toBe('opened');
    // From now on, a statement waits for a second and is repeated.
    await store.insert('leases', sampleRow('leases', 1));
    await holder.query('start transaction; update portcullis_leases set generation = 7');
    const updating = store.update('leases', {}, { generation: { increment: 1 } });
    const startOfWait = () => askOfWaits('unix_timestamp(max(trx_wait_started))');
    await expect.poll(startOfWait, patient).toBeGreaterThan(0);
    const first = await startOfWait();
    await expect.poll(startOfWait, patient).toBeGreaterThan(first);
    await holder.query('rollback');
    expect(await updating).toBe(1);
  });

  it('frees the rows of a process that is silent in a transaction, which it then repeats', async () => {
    const silent = await openStore({ idleTransactionTimeoutMs: 1000 });
    const other = await openStore();
    await silent.insert('leases', sampleRow('leases', 1, { name: 'a', generation: 0 }));
    const change = { generation: { increment: 1 } };
    let runs = 0;
    const running = silent.transaction(async (open) => {
      runs += 1;
      await open.update('leases', { name: 'a' }, change);
      // Waits until the server has ended the first transaction.
      if (runs === 1) await other.update('leases', { name: 'a' }, change);
      await open.count('leases', {});
    });
    await running;
    expect(runs).toBe(2);
    expect(await other.count('leases', { generation: 2 })).toBe(1);
  });

  describe('in a transaction of the host', () => {
    let store: Store;
    let host: Connection;

    beforeEach(async () => {
      store = await openStore();
      host = await createConnection(database.connectionString);
      closings.push(() => host.end());
    });

    it('commits with it, and then runs the actions', async () => {
      const action = vi.fn();
      await host.beginTransaction();
      const transaction = store.join?.(host);
      transaction?.afterCommit(action);
      await transaction?.insert('leases', sampleRow('leases', 1));
      expect(await store.count('leases', {})).toBe(0);
      expect(action).not.toHaveBeenCalled();
      await host.commit();
      expect(await store.count('leases', {})).toBe(1);
      await expect.poll(() => action.mock.calls.length).toBe(1);
      await expect.poll(() => ask('select count(*) from portcullis_commits')).toEqual([0]);
    });

    it('is rolled back with it, and runs no action', async () => {
      const [gone, kept] = [vi.fn(), vi.fn()];
      await host.beginTransaction();
      const transaction = store.join?.(host);
      await transaction?.insertAbsent('leases', sampleRows('leases', [{}, {}]));
      transaction?.afterCommit(gone);
      await host.rollback();
      await host.beginTransaction();
      const next = store.join?.(host);
      await next?.insert('leases', sampleRow('leases', 1));
      next?.afterCommit(kept);
      await host.commit();
      await expect.poll(() => kept.mock.calls.length).toBe(1);
      expect(gone).not.toHaveBeenCalled();
      expect(await store.count('leases', {})).toBe(1);
    });

    it('runs the actions of writes after a roll-back to a savepoint', async () => {
      const action = vi.fn();
      await host.beginTransaction();
      const transaction = store.join?.(host);
      await host.query('savepoint part');
      await transaction?.insert('leases', sampleRow('leases', 1));
      await host.query('rollback to savepoint part');
      await transaction?.insert('leases', sampleRow('leases', 2));
      transaction?.afterCommit(action);
      await host.commit();
      await expect.poll(() => action.mock.calls.length).toBe(1);
      expect(await store.count('leases', {})).toBe(1);
      await expect.poll(() => ask('select count(*) from portcullis_commits')).toEqual([0]);
    });

    it('refuses a connection without an open transaction', async () => {
      const writing = store.join?.(host).insert('leases', sampleRow('leases', 1));
      await expect(writing).rejects.toMatchObject({ message: expect.stringContaining('No transaction is open') });
      expect(await store.count('leases', {})).toBe(0);
    });

    it.each([
      ['a connection', () => host],
      ["the host's own report of the commit", () => ({ connection: host, afterCommit: () => {} })],
    ])('writes nothing after a deadlock has ended it, with %s', async (_name, transactionOf) => {
      const other = await createConnection(database.connectionString);
      closings.push(() => other.end());
      await administrator.query('create or replace table stock (id int primary key) engine = InnoDB');
      await administrator.query('insert into stock values (1), (2)');
      const lock = (connection: Connection, id: number) =>
        connection.query(`select id from stock where id = ${id} for update`);
      await host.beginTransaction();
      const transaction = store.join?.(transactionOf());
      await transaction?.insert('leases', sampleRow('leases', 3));
      await other.beginTransaction();
      // The server ends the transaction with fewer changes.
      await other.query('insert into stock select seq from seq_10_to_100');
      await lock(other, 2);
      await lock(host, 1);
      const waiting = lock(other, 1);
      await expect(lock(host, 2)).rejects.toMatchObject({ errno: 1213 });
      const writing = transaction?.insert('leases', sampleRow('leases', 4));
      await expect(writing).rejects.toMatchObject({ code: 'STORE_TRANSACTION_FAILED' });
      await waiting;
      await other.rollback();
      expect(await store.count('leases', {})).toBe(0);
    });

    it("refuses the host's own report of the commit without an open transaction", async () => {
      const writing = store
        .join?.({ connection: host, afterCommit: () => {} })
        .insert('leases', sampleRow('leases', 1));
      await expect(writing).rejects.toMatchObject({ message: expect.stringContaining('No transaction is open') });
      expect(await store.count('leases', {})).toBe(0);
    });

    it("reports the commit with the host's own function", async () => {
      const actions: (() => void)[] = [];
      const action = vi.fn();
      await host.beginTransaction();
      const transaction = store.join?.({ connection: host, afterCommit: (each: () => void) => actions.push(each) });
      await transaction?.insert('leases', sampleRow('leases', 1));
      transaction?.afterCommit(action);
      await host.commit();
      for (const each of actions) each();
      expect(action).toHaveBeenCalledOnce();
    });

    it('refuses anything else', () => {
      expect(() => store.join?.({})).toThrow(StoreError);
    });
  });
});
