import { APPLICATION_ADMIN, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { ALL_TENANTS, type Store, TABLES, type TableName } from '@portcullis/core/ports';
import { sampleRow } from '@portcullis/testing';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { describeStore } from '@portcullis/testing/vitest';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNTS_TABLE } from '../operations/attempt-counts.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { createPostgresStore } from './create-postgres-store.ts';

let server: RunningPostgres;
let admin: Client;

beforeAll(async () => {
  server = await startPostgres({ settings: { deadlock_timeout: '20ms' } });
  admin = new Client(server.connectionString).on('error', () => {});
  await admin.connect();
  await admin.query("create role owner login password 'owner'");
  await admin.query('create database walled owner owner');
  await admin.end();
  admin = new Client({ ...connection(), user: server.user, password: server.password }).on('error', () => {});
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

function connection() {
  const { host, port } = server;
  return { host, port, user: 'owner', password: 'owner', database: 'walled' };
}

const create = (schema: string) =>
  createPostgresStore({ pool: { ...connection(), max: 12 }, schema, rowLevelSecurity: true });

const NAMES = (Object.keys(TABLES) as TableName[]).map((table) => SQL_TABLES[table].name);

/** In sampled tests, the suite without row-level security represents this one. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

if (!SAMPLED) {
  describeStore('PostgreSQL with row-level security', () => {
    const schema = 'the "walled" store';
    const make = () => create(schema);
    async function dispose() {
      const tables = NAMES.map((name) => `${admin.escapeIdentifier(schema)}.${name}`);
      await admin.query(tables.map((table) => `delete from ${table}`).join(';'));
    }
    return { create: make, createConcurrent: make, createAgain: make, dispose };
  });
}

describe('a query without a condition on its tenant', () => {
  let store: Store;
  let pool: Pool;

  beforeAll(async () => {
    store = create('forgetful');
    await store.open();
    pool = new Pool({ ...connection(), options: '-c search_path=forgetful' }).on('error', () => {});
    for (const tenant of ['', 'acme', 'bolt']) await store.scoped(tenant).insert('leases', sampleRow('leases', 1));
  });
  afterAll(async () => {
    await pool?.end();
    await store?.close();
  });

  it('sees no rows outside a transaction of the store, even on a connection that the store has used', async () => {
    const client = await pool.connect();
    const rows = async () => (await client.query('select tenant from portcullis_leases')).rows;
    expect(await rows()).toEqual([]);
    await client.query('begin');
    await store.join?.(client).find('leases');
    await client.query('commit');
    expect(await rows()).toEqual([]);
    client.release();
  });

  it('sees, changes and removes only rows of its tenant inside a transaction, and cannot write rows of another tenant', async () => {
    const client = await pool.connect();
    await client.query('begin');
    const joined = store.join?.(client)[ALL_TENANTS];
    await joined?.scoped('acme').find('leases');
    const read = await client.query('select tenant from portcullis_leases');
    expect(read.rows).toEqual([{ tenant: 'acme' }]);
    const changed = await client.query("update portcullis_leases set owner = 'x'");
    expect(changed.rowCount).toBe(1);
    const removed = await client.query('delete from portcullis_leases');
    expect(removed.rowCount).toBe(1);
    const insert = client.query(
      "insert into portcullis_leases (tenant, name, owner, until, generation) values ('bolt', 'b', 'o', 1, 1)",
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
    await client.query('rollback');
    client.release();
    expect(await store.allTenants.count('leases', {})).toBe(3);
  });

  it('counts only attempts of its tenant, also where the store keeps their number', async () => {
    for (const tenant of ['acme', 'bolt', 'bolt']) {
      await store.scoped(tenant).insert('attempts', sampleRow('attempts', 1));
    }
    const client = await pool.connect();
    const counted = async () =>
      (await client.query('select tenant, sum(count)::int from portcullis_attempt_counts group by tenant')).rows;
    expect(await counted()).toEqual([]);
    await client.query('begin');
    const joined = store.join?.(client)[ALL_TENANTS];
    expect(await joined?.count('attempts', {})).toBe(3);
    expect(await joined?.scoped('bolt').count('attempts', {})).toBe(2);
    expect(await counted()).toEqual([{ tenant: 'bolt', sum: 2 }]);
    await client.query('rollback');
    client.release();
  });

  it('cannot give a row to another tenant', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await store.join?.(client)[ALL_TENANTS].scoped('acme').find('leases');
    await expect(client.query("update portcullis_leases set tenant = 'bolt'")).rejects.toMatchObject({ code: '42501' });
    await client.query('rollback');
    client.release();
  });

  it('sees only rows of its tenant in the transaction of a library', async () => {
    const client = await pool.connect();
    const queryText = async (text: string, values: readonly (string | null)[]) =>
      (await client.query(text, [...values])).rows;
    await client.query('begin');
    const joined = store.join?.({ queryText })[ALL_TENANTS];
    expect(await joined?.count('leases', {})).toBe(3);
    expect(await joined?.scoped('acme').count('leases', {})).toBe(1);
    expect((await client.query('select tenant from portcullis_leases')).rows).toEqual([{ tenant: 'acme' }]);
    await client.query('rollback');
    client.release();
  });

  it('remains isolated after the host rolls back to a savepoint', async () => {
    const client = await pool.connect();
    await client.query('begin');
    const joined = store.join?.(client)[ALL_TENANTS];
    expect(await joined?.count('leases', {})).toBe(3);
    await client.query('savepoint part');
    expect(await joined?.scoped('acme').count('leases', {})).toBe(1);
    await client.query('rollback to part');
    expect(await joined?.scoped('acme').count('leases', {})).toBe(1);
    expect((await client.query('select tenant from portcullis_leases')).rows).toEqual([{ tenant: 'acme' }]);
    await client.query('rollback');
    client.release();
  });
});

describe('row-level security', () => {
  it('is enabled and forced for every table, also after a restart', async () => {
    for (let start = 0; start < 2; start += 1) {
      const nodes = [create('starts'), create('starts')];
      await Promise.all(nodes.map((node) => node.open()));
      for (const node of nodes) await node.close();
    }
    const { rows } = await admin.query(
      `select relname from pg_class where relnamespace = 'starts'::regnamespace and relkind = 'r'
       and relrowsecurity and relforcerowsecurity`,
    );
    expect(rows.map(({ relname }) => relname).toSorted()).toEqual([...NAMES, COUNTS_TABLE].toSorted());
  });

  it('is refused for a role to which it does not apply', async () => {
    const pool = { ...connection(), user: server.user, password: server.password };
    const store = createPostgresStore({ pool, schema: 'unbound', rowLevelSecurity: true });
    await expect(store.open()).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
    await admin.query("create role passer login bypassrls password 'owner'; grant create on database walled to passer");
    const bypassing = createPostgresStore({
      pool: { ...connection(), user: 'passer' },
      schema: 'passing',
      rowLevelSecurity: true,
    });
    await expect(bypassing.open()).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
  });

  it('must stay switched on once the tables have it', async () => {
    const store = create('kept');
    await store.open();
    await store.close();
    const without = createPostgresStore({ pool: connection(), schema: 'kept' });
    await expect(without.open()).rejects.toMatchObject({ code: 'STORE_INPUT_INVALID' });
  });

  it('lets a tenant change its settings, which changes a row of the instance, too', async () => {
    const store = create('versioned');
    const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
    await using portcullis = await createPortcullis({ plugins: [], store, secretKeys });
    await portcullis.tenants.create({ id: 'acme' });
    const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
    const { settings } = portcullis.tenant('acme');
    expect(await settings.update({ principal }, { webhookDeadlineMs: 7000 })).toMatchObject({
      webhookDeadlineMs: 7000,
    });
    const versions = await store.allTenants.find('meta', { where: { name: 'tenants-version' } });
    expect(versions).toMatchObject([{ tenant: '', value: 1 }]);
  });
});
