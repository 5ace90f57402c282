import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startPostgres } from '../start-postgres.ts';
import { connectAdministrator } from './administrator.ts';
import { askShared } from './ask-shared.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';
import { type SharedPostgres, sharePostgres } from './share-postgres.ts';
import { SHARED_ADDRESS, type SharedCluster } from './shared-protocol.ts';

/** Servers start in tests here, and not in hooks. */
const TIMEOUT = { timeout: 60_000 };

let shared: SharedPostgres;
const closings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  vi.stubEnv(SHARED_ADDRESS, '');
  shared = await sharePostgres();
});
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await shared.stop();
  vi.unstubAllEnvs();
});

async function session(server: Parameters<typeof connectAdministrator>[0]) {
  const opened = await connectAdministrator(server);
  closings.push(() => opened.end());
  return opened;
}

it('gives each caller its own database on one server', TIMEOUT, async () => {
  const [first, second] = await Promise.all([openPostgresDatabase(), openPostgresDatabase()]);
  expect(first.port).toBe(second.port);
  expect(first.database).not.toBe(second.database);
  const table = `t${randomUUID().slice(0, 8)}`;
  await (await session(first)).query(`CREATE TABLE ${table} ()`);
  await expect((await session(second)).query(`SELECT FROM ${table}`)).rejects.toThrow('does not exist');
});

it('applies the settings of the caller to the sessions of its database', async () => {
  const [set, other] = await Promise.all([
    openPostgresDatabase({ settings: { deadlock_timeout: '20ms' } }),
    openPostgresDatabase(),
  ]);
  const timeout = async (database: typeof set) =>
    (await session(database)).query('SHOW deadlock_timeout') as Promise<{ rows: unknown }>;
  expect((await timeout(set)).rows).toEqual([{ deadlock_timeout: '20ms' }]);
  expect((await timeout(other)).rows).toEqual([{ deadlock_timeout: '1s' }]);
});

it('drops a released database, unless sessions are still open on it', async () => {
  const [left, kept, watcher] = [
    await openPostgresDatabase(),
    await openPostgresDatabase(),
    await openPostgresDatabase(),
  ];
  await (await connectAdministrator(left)).end();
  const busy = await session(kept);
  await left.stop();
  await left.stop();
  await kept.stop();
  const names = `SELECT datname FROM pg_database WHERE datname IN ('${left.database}', '${kept.database}')`;
  expect(await (await session(watcher)).query(names)).toMatchObject({ rows: [{ datname: kept.database }] });
  await expect(busy.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 });
});

it('starts every separate server with a copy of the same data', TIMEOUT, async () => {
  const cluster = await askShared<SharedCluster>('cluster');
  const servers = await Promise.all([startPostgres(), startPostgres({ password: 'of its own' })]);
  closings.push(...servers.map(({ stop }) => stop));
  const [copied, made] = await Promise.all(
    servers.map(
      async (server) =>
        (await (await session(server)).query('SELECT system_identifier AS id FROM pg_control_system()')) as {
          rows: readonly { readonly id: string }[];
        },
    ),
  );
  expect(servers[0]?.password).toBe(cluster?.password);
  expect(made?.rows).not.toEqual(copied?.rows);
});

it('keeps using the PostgreSQL that another process already shares', async () => {
  const address = process.env[SHARED_ADDRESS];
  await (await sharePostgres()).stop();
  expect(process.env[SHARED_ADDRESS]).toBe(address);
});

it('reports why the sharing process cannot respond', async () => {
  await expect(openPostgresDatabase({ settings: { not_a_setting: 1 } })).rejects.toThrow('not_a_setting');
});

it('removes its data when it stops; without a shared server, a database starts its own', TIMEOUT, async () => {
  const cluster = await askShared<SharedCluster>('cluster');
  expect(existsSync(cluster?.data ?? '')).toBe(true);
  await shared.stop();
  expect(existsSync(cluster?.data ?? '')).toBe(false);
  expect(await askShared('cluster')).toBeUndefined();
  const database = await openPostgresDatabase();
  closings.push(database.stop);
  expect(await (await session(database)).query('SELECT current_database() AS name')).toMatchObject({
    rows: [{ name: 'postgres' }],
  });
});
