import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryQuery, Portcullis } from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { startPostgres } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { printTable } from '../report/print-table.ts';
import { spreadOf } from '../report/spread.ts';
import { ADMIN, type FilledInstance, KINDS, openFilled, ownerOf } from './fill-instance.ts';

/** The extent of the measurement. */
export interface PagesBenchmarkOptions {
  /** The integrations, and the webhooks, of the smaller and of the larger store. */
  readonly counts: readonly [smaller: number, larger: number];
  /** Calls of each kind on each store. */
  readonly rounds: number;
}

/** The most that a call on the larger store may take, as a multiple of one on the smaller store. */
const GOAL = 1.5;

const admin = { principal: ADMIN };

/** A call, and the number of its results if its time is that of one result. */
type Read = (portcullis: Portcullis, count: number, cursor: string) => Promise<number | undefined>;

const historyWith =
  (query: HistoryQuery): Read =>
  async ({ webhooks }) => {
    await webhooks.history({ principal: ADMIN }, query);
    return undefined;
  };

const READS: Readonly<Record<string, Read>> = {
  'one integration': async ({ integrations }, count) => {
    await integrations.get(admin, Math.ceil(count / 2));
    return undefined;
  },
  'list of integrations, each': async ({ integrations }) => (await integrations.list(admin)).length,
  'one webhook': async ({ webhooks }, count) => {
    await webhooks.get(admin, Math.ceil(count / 2));
    return undefined;
  },
  'list of webhooks, each': async ({ webhooks }) => (await webhooks.list(admin)).length,
  'the webhooks of an owner': async ({ webhooks }, count) => {
    await webhooks.list({ principal: ownerOf(count / 2) });
    return undefined;
  },
  'history, first page': historyWith({ includeGlobal: true }),
  'history, a page in the middle, by cursor': async ({ webhooks }, _count, cursor) => {
    await webhooks.history(admin, { includeGlobal: true, cursor });
    return undefined;
  },
  'history with the defaults': historyWith({}),
  'history of a kind': historyWith({ includeGlobal: true, notificationType: KINDS[0] }),
  'history of failures': historyWith({ includeGlobal: true, successOrFailure: 'failure' }),
  'history of successes': historyWith({ includeGlobal: true, successOrFailure: 'success' }),
  'history of an owner': async ({ webhooks }, count) => {
    await webhooks.history({ principal: ownerOf(count / 2) }, { includeGlobal: true });
    return undefined;
  },
  'history of a webhook': async ({ webhooks }, count) => {
    await webhooks.historyOf(admin, Math.ceil(count / 2), {});
    return undefined;
  },
};

/** Measures reads of a store with many integrations and webhooks, compared with a store that has few. */
export async function runPagesBenchmark(options: PagesBenchmarkOptions): Promise<readonly string[]> {
  const [smaller, larger] = options.counts;
  const rows = [...(await onSqlite(options)), ...(await onPostgres(options))];
  printTable({
    title: `Reads of a store with ${larger.toLocaleString('en')} integrations and webhooks, compared with ${smaller}`,
    columns: ['read', `of ${smaller}, us`, `of ${larger.toLocaleString('en')}, us`, 'is', 'goal'],
    rows,
  });
  return [];
}

async function onSqlite(options: PagesBenchmarkOptions): Promise<readonly string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-pages-'));
  try {
    return await compare('SQLite', options, (count) =>
      openFilled(createSqliteStore({ file: join(folder, `${count}.sqlite`) }), count),
    );
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

async function onPostgres(options: PagesBenchmarkOptions): Promise<readonly string[][]> {
  const postgres = await startPostgres({ settings: { shared_buffers: '512MB' } });
  try {
    return await compare('PostgreSQL', options, async (count) => {
      const database = `pages_${count}`;
      await administer(postgres.connectionString, `create database ${database}`);
      const url = new URL(postgres.connectionString);
      url.pathname = `/${database}`;
      const instance = await openFilled(createPostgresStore({ connectionString: url.href }), count);
      // Otherwise autovacuum would do it during the measurement.
      await administer(url.href, 'vacuum (analyze)');
      return instance;
    });
  } finally {
    await postgres.stop();
  }
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Measures each read in both instances alternately; returns a row of the table for each. */
async function compare(
  name: string,
  { counts, rounds }: PagesBenchmarkOptions,
  open: (count: number) => Promise<FilledInstance>,
): Promise<string[][]> {
  // An instance keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  const instances: FilledInstance[] = [];
  try {
    for (const count of counts) instances.push(await open(count));
    const rows: string[][] = [];
    for (const [title, read] of Object.entries(READS)) {
      const times = await measure(instances, read, rounds);
      const [smaller = 0, larger = 0] = times.map((each) => spreadOf(each).median);
      const ratio = larger / smaller;
      const goal = `<= ${GOAL} ${ratio <= GOAL ? 'met' : 'MISSED'}`;
      rows.push([`${name}: ${title}`, smaller.toFixed(1), larger.toFixed(1), `**${ratio.toFixed(2)} x**`, goal]);
    }
    return rows;
  } finally {
    for (const instance of instances) await instance.close();
    clearInterval(alive);
  }
}

/** Returns the times of a read in each instance, in microseconds, after a warm-up. */
async function measure(
  instances: readonly FilledInstance[],
  read: Read,
  rounds: number,
): Promise<readonly (readonly number[])[]> {
  const cursors = await Promise.all(instances.map(cursorOfMiddle));
  const times: number[][] = instances.map(() => []);
  const warmUp = Math.ceil(rounds / 4);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [index, { portcullis, count }] of instances.entries()) {
      const startedAt = performance.now();
      const results = (await read(portcullis, count, cursors[index] ?? '')) ?? 1;
      if (round >= 0) times[index]?.push(((performance.now() - startedAt) * 1000) / results);
    }
  }
  return times;
}

/** Returns the cursor of the page in the middle of the history. */
async function cursorOfMiddle({ portcullis: { webhooks } }: FilledInstance): Promise<string> {
  const { count } = await webhooks.history(admin, { includeGlobal: true, pageSize: 1 });
  const page = await webhooks.history(admin, { includeGlobal: true, offset: Math.floor(Number(count) / 2) });
  if (page.cursor === undefined) throw new Error('The history has no page after the middle.');
  return page.cursor;
}
