import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createPortcullis,
  createStaticSecretKeys,
  type HttpTransport,
  type Portcullis,
  type Store,
} from '@portcullis/core';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { printTable } from '../report/print-table.ts';
import { spreadOf } from '../report/spread.ts';

/** The extent of the measurement. */
export interface IndexBenchmarkOptions {
  readonly rounds: number;
  /** Deliveries of one drain. Must be a multiple of four. */
  readonly deliveries: number;
}

/** A store that is measured with and without the index. */
interface Subject {
  readonly portcullis: Portcullis;
  readonly store: Store;
  readonly hasIndex: boolean;
}

/** The cost of one delivery, in microseconds. */
interface Cost {
  readonly wall: number;
  /** The processor time of this process and of the server, if there is one. */
  readonly processor: number;
}

const CONTEXT = { principal: { id: 1, name: 'Bench', permissions: ['APPLICATION_ADMIN'], groups: [] } };
const INDEX = 'create index bench_attempts_by_delivery on portcullis_attempts (delivery_id, id)';
const WEBHOOKS = 4;
/** Clock ticks of /proc. Source: `sysconf(_SC_CLK_TCK)`, 100 on Linux. */
const TICKS_A_SECOND = 100;

/** Measures the cost of an index of the history by delivery. Drains with and without the index alternate. */
export async function runIndexBenchmark(options: IndexBenchmarkOptions): Promise<readonly string[]> {
  // An instance keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  const rows = [await onSqlite(options), await onPostgres(options)];
  clearInterval(alive);
  const columns = [
    'store',
    'us a delivery, without',
    'with',
    'processor, us, without',
    'with',
    'processor with / without',
    'time with / without',
  ];
  printTable({ title: 'An index of the history by delivery: what it costs', columns, rows });
  return [];
}

async function onSqlite(options: IndexBenchmarkOptions): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-index-'));
  const open = async (hasIndex: boolean): Promise<Subject> => {
    const file = join(folder, `${hasIndex}.sqlite`);
    const store = createSqliteStore({ file });
    await store.open();
    await store.close();
    const database = new DatabaseSync(file);
    if (hasIndex) database.exec(INDEX);
    database.close();
    return openSubject(createSqliteStore({ file }), hasIndex);
  };
  const row = await compare('SQLite', await open(false), await open(true), options, () => 0);
  rmSync(folder, { recursive: true });
  return row;
}

async function onPostgres(options: IndexBenchmarkOptions): Promise<readonly string[]> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query('show data_directory');
  const postmaster = Number(readFileSync(join(rows[0].data_directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const open = async (hasIndex: boolean): Promise<Subject> => {
    await client.query(`create database index_${hasIndex}`);
    const url = new URL(server.connectionString);
    url.pathname = `/index_${hasIndex}`;
    const store = createPostgresStore({ connectionString: url.href });
    await store.open();
    await store.close();
    const own = new pg.Client({ connectionString: url.href });
    await own.connect();
    if (hasIndex) await own.query(INDEX);
    await own.end();
    return openSubject(createPostgresStore({ connectionString: url.href }), hasIndex);
  };
  const subjects = [await open(false), await open(true)] as const;
  const row = await compare('PostgreSQL', ...subjects, options, () => serverMicros(postmaster));
  await client.end();
  await server.stop();
  return row;
}

async function openSubject(store: Store, hasIndex: boolean): Promise<Subject> {
  const timing = { totalMs: 1 };
  const response = { kind: 'response', statusCode: 200, headers: {}, body: new Uint8Array(), bodyBytes: 0 } as const;
  const transport: HttpTransport = {
    send: async () => ({ ...response, truncated: false, timing }),
    close: async () => {},
  };
  const portcullis = await createPortcullis({
    plugins: [],
    store,
    transport,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': new Uint8Array(32).fill(1) } }),
    settings: { recurringValidationPeriodMs: 0 },
  });
  const webhook = { global: true, notificationType: ['tagCreated'], actionType: null };
  await portcullis.webhooks.create(CONTEXT, {
    webhooks: Array.from({ length: WEBHOOKS }, (_, each) => ({
      ...webhook,
      url: `https://hooks.example.com/${each}`,
      name: `Receiver ${each}`,
    })),
  });
  return { portcullis, store, hasIndex };
}

/**
 * Drains in pairs, every other pair in reverse order, so that other work on the machine affects both in the same way.
 */
async function compare(
  name: string,
  without: Subject,
  withIndex: Subject,
  { rounds, deliveries }: IndexBenchmarkOptions,
  ofServer: () => number,
): Promise<readonly string[]> {
  const costs = new Map<Subject, Cost[]>([
    [without, []],
    [withIndex, []],
  ]);
  const pair = [without, withIndex];
  for (const subject of pair) await drain(subject, WEBHOOKS * Math.ceil(deliveries / 16), ofServer);
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? pair : pair.toReversed()) {
      costs.get(subject)?.push(await drain(subject, deliveries, ofServer));
    }
  }
  for (const { portcullis } of pair) await portcullis.close();
  const [plain, indexed] = [costs.get(without) ?? [], costs.get(withIndex) ?? []];
  const median = (of: keyof Cost, each: readonly Cost[]) => spreadOf(each.map((cost) => cost[of])).median.toFixed(1);
  const ratio = (of: keyof Cost): string => {
    const ratios = spreadOf(indexed.map((cost, round) => cost[of] / (plain[round]?.[of] ?? Number.NaN)));
    return `${ratios.median.toFixed(3)} (${ratios.min.toFixed(2)} to ${ratios.max.toFixed(2)})`;
  };
  const cells = (of: keyof Cost): readonly string[] => [median(of, plain), median(of, indexed)];
  return [name, ...cells('wall'), ...cells('processor'), ratio('processor'), ratio('wall')];
}

async function drain({ portcullis, store }: Subject, deliveries: number, ofServer: () => number): Promise<Cost> {
  const before = await store.count('attempts', {});
  const [cpu, server, startedAt] = [process.cpuUsage(), ofServer(), performance.now()];
  let recorded = 0;
  const done = new Promise<void>((resolve) => {
    const stop = portcullis.events.on('delivery.attempted', () => {
      recorded += 1;
      if (recorded < deliveries) return;
      stop();
      resolve();
    });
  });
  for (let left = deliveries / WEBHOOKS; left > 0; left -= 50) {
    const count = Math.min(left, 50);
    await Promise.all(
      Array.from({ length: count }, () =>
        portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } }),
      ),
    );
  }
  await done;
  const wall = (performance.now() - startedAt) * 1000;
  const { user, system } = process.cpuUsage(cpu);
  const after = await store.count('attempts', {});
  if (after - before !== deliveries) throw new Error(`${after - before} records of ${deliveries} deliveries.`);
  return { wall: wall / deliveries, processor: (user + system + ofServer() - server) / deliveries };
}

/** The processor time of a server and its processes so far, including processes that have ended, in microseconds. */
function serverMicros(postmaster: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const fields = statOf(name);
    if (!fields) continue;
    // Source: proc_pid_stat(5); the fields begin with the third.
    const [parent, user, system, reapedUser, reapedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
    if (Number(name) === postmaster) ticks += Number(user) + Number(system) + Number(reapedUser) + Number(reapedSystem);
    else if (parent === postmaster) ticks += Number(user) + Number(system);
  }
  return (ticks * 1_000_000) / TICKS_A_SECOND;
}

function statOf(pid: string): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
