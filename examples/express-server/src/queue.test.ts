import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@portcullis/example-shared/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { findRedis, NO_REDIS, type RunningRedis, startRedis } from '@portcullis/testing/redis';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TIMEOUT = { timeout: 120_000 };
const program = findRedis();

const databases: PostgresDatabase[] = [];
let redis: RunningRedis | undefined;
beforeAll(async () => {
  if (program !== undefined) redis = await startRedis(program);
});
afterAll(async () => {
  await redis?.kill();
  for (const database of databases) await database.stop();
});

/** Runs the example on a database until a delivery arrives after a wake-up by the engine. */
async function deliverWith(environment: Readonly<Record<string, string>>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'portcullis-example-'));
  try {
    const ports = { PORT: '0', RECEIVER_PORT: '0', TARGET_PORT: '0', DATA_FOLDER: dataFolder };
    await using example = startProcess(join(import.meta.dirname, 'main.ts'), { ...ports, ...environment });
    await example.printed(/Ctrl-C stops everything/);
    const [, url] = /service +(\S+)/.exec(example.output()) ?? [];
    const [, key = ''] = /export PORTCULLIS_API_KEY=(\S+)/.exec(example.output()) ?? [];
    const post = (path: string, body: string) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: key, 'content-type': 'application/json' },
        body,
      });
    const webhook = await readFile(join(dataFolder, 'requests', 'webhook.json'), 'utf8');
    expect(await (await post('/webhooks', webhook)).json()).toMatchObject({ errors: [] });
    expect((await post('/integrations', '{"type":"Trino"}')).status).toBe(201);
    await example.printed(/delivery .*\(signature verified\)/);
    expect(await example.interrupt()).toEqual({ exit: 0, leftBehind: [] });
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function openDatabase(): Promise<PostgresDatabase> {
  const database = await openPostgresDatabase();
  databases.push(database);
  return database;
}

async function count(database: PostgresDatabase, statement: string): Promise<number> {
  const client = new Client(database.connectionString).on('error', () => {});
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count from ${statement}`);
  await client.end();
  return rows[0].count;
}

const DELIVERED = `portcullis_deliveries where status = 'succeeded'`;

// Windows has no Ctrl-C for a child process, which it only kills.
it.skipIf(process.platform === 'win32')(
  'with QUEUE=pg-boss, the server delivers from a database after wake-ups by pg-boss',
  TIMEOUT,
  async () => {
    const database = await openDatabase();
    await deliverWith({ QUEUE: 'pg-boss', DATABASE_URL: database.connectionString });
    expect(await count(database, DELIVERED)).toBeGreaterThan(0);
    expect(await count(database, `information_schema.tables where table_name = 'job'`)).toBe(1);
  },
);

it.skipIf(process.platform === 'win32')(
  'with QUEUE=bullmq, the server delivers from a database after wake-ups by BullMQ',
  TIMEOUT,
  async ({ skip }) => {
    if (!redis) return skip(NO_REDIS);
    const database = await openDatabase();
    await deliverWith({ QUEUE: 'bullmq', DATABASE_URL: database.connectionString, REDIS_URL: redis.url });
    expect(await count(database, DELIVERED)).toBeGreaterThan(0);
    const client = new Redis(redis.url);
    expect(await client.dbsize()).toBeGreaterThan(0);
    client.disconnect();
  },
);
