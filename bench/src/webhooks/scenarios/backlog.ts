import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@portcullis/core';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { interceptStore } from '@portcullis/testing';
import type { ContenderOrder } from '../contenders/contender.ts';
import { createPortcullisContender } from '../contenders/portcullis-contender.ts';
import { goalCell } from '../goal.ts';
import { quantile } from './quantile.ts';
import type { Bench, Scenario } from './scenario.ts';

/** Milliseconds until the saturated endpoint responds, longer than any measurement here. */
const DEADLINE_MS = 120_000;
const SETTLE_MS = 500;
const NAIVE_ROUNDS = 15;

/** The time of a claim for the other endpoints while one endpoint is at its limit and has almost all due deliveries. */
export const backlog: Scenario = {
  needs: { postgres: false, redis: false },
  async run(bench) {
    const claims = await measureClaims(bench);
    const naive = measureNaive(bench);
    const claim = quantile(claims, 0.5);
    return {
      title: `Webhooks, claim: ${bench.sizes.backlog.rows.toLocaleString('en')} due rows behind one saturated endpoint, on SQLite`,
      columns: ['claim for the others', 'p50, ms', 'p99, ms', 'goal of p50'],
      rows: [
        [
          'Portcullis: the endpoint queues whose turn it is',
          claim.toFixed(3),
          quantile(claims, 0.99).toFixed(2),
          goalCell({ is: 'at most', value: 1 }, claim),
        ],
        [
          'one query over all that is due, by time, with an index',
          quantile(naive, 0.5).toFixed(3),
          quantile(naive, 0.99).toFixed(2),
          '',
        ],
      ],
    };
  },
};

/** Milliseconds of each claim, while single deliveries are published to the other endpoint. */
async function measureClaims(bench: Bench): Promise<readonly number[]> {
  const folder = bench.services.freshFolder();
  const silent = await bench.startNodeReceiver({ endpoints: 1, silent: true, attentive: false });
  const well = await bench.startNodeReceiver({ endpoints: 1, silent: false, attentive: false });
  const store = createSqliteStore({ file: join(folder.path, 'portcullis.db') });
  const claims: number[] = [];
  const order: ContenderOrder = {
    contender: 'portcullis-sqlite',
    urls: [silent.urls[0] ?? '', well.urls[0] ?? ''],
    deadlineMs: DEADLINE_MS,
    folder: folder.path,
  };
  let delivered = (): void => {};
  const contender = await createPortcullisContender(
    order,
    () => delivered(),
    timeClaims(store, (ms) => claims.push(ms)),
  );
  try {
    // One of each pair is for the endpoint that responds. Those are delivered before the measurement.
    await fillSaturated(store, bench.sizes.backlog.rows);
    await contender.begin();
    await sleep(SETTLE_MS);
    claims.length = 0;
    for (let claim = 0; claim < bench.sizes.backlog.claims; claim += 1) {
      const arrived = new Promise<void>((resolve) => {
        delivered = resolve;
      });
      // In a transaction of the host, so that the delivery is claimed. The second delivery joins the queue of the
      // saturated endpoint.
      await contender.publish(2 * claim + 1, 2);
      await arrived;
    }
    return claims;
  } finally {
    await contender.close();
    folder.remove();
  }
}

const CHUNK = 5000;

/** Due deliveries for the first webhook, each of a separate event. */
async function fillSaturated(store: Store, rows: number): Promise<void> {
  const [webhook] = await store.find('webhooks', { limit: 1 });
  if (!webhook) throw new Error('There is no webhook.');
  const now = Date.now();
  for (let done = 0; done < rows; done += CHUNK) {
    const count = Math.min(CHUNK, rows - done);
    await store.transaction(async (transaction) => {
      const events = await transaction.insertAbsent(
        'events',
        Array.from({ length: count }, (_, index) => ({
          publicId: `evt_backlog${done + index}`,
          kind: 'bench.0',
          payload: Buffer.from('{"text":"Waits."}'),
          createdAt: now,
        })),
      );
      await transaction.insertAbsent(
        'deliveries',
        events.map((event) => ({
          eventId: event.id,
          webhookId: webhook.id,
          webhookName: webhook.name,
          status: 'pending',
          attempts: 0,
          attemptsBefore: 0,
          dueAt: now,
          leaseGeneration: 0,
          createdAt: now,
        })),
      );
      await transaction.update(
        'endpointQueues',
        { webhookId: webhook.id },
        { pending: { increment: count }, nextDueAt: now },
      );
    });
  }
}

/**
 * The store, with a clock for each transaction that claims: from its beginning until all claimed rows are read and
 * written.
 */
function timeClaims(store: Store, report: (ms: number) => void): Store {
  const claiming = new WeakSet<object>();
  return interceptStore(store, {
    call({ table, query, transaction }, proceed) {
      const [order] = (query as { readonly orderBy?: readonly (readonly string[])[] }).orderBy ?? [];
      if (table === 'deliveries' && order?.[0] === 'dueAt' && transaction) claiming.add(transaction);
      return proceed();
    },
    async transaction(open, proceed) {
      const start = performance.now();
      const result = await proceed();
      if (claiming.has(open)) report(performance.now() - start);
      return result;
    },
  });
}

/** Milliseconds of the query of a job table, with the rows of the saturated endpoint and some rows after them. */
function measureNaive({ services, sizes }: Bench): readonly number[] {
  const folder = services.freshFolder();
  const database = new DatabaseSync(join(folder.path, 'naive.db'));
  database.exec(
    'pragma journal_mode = wal; create table jobs (id integer primary key, endpoint integer, state integer, due integer)',
  );
  database.exec('create index jobs_due on jobs (due, id) where state = 0');
  const insert = database.prepare('insert into jobs (endpoint, state, due) values (?, 0, ?)');
  database.exec('begin');
  for (let row = 0; row < sizes.backlog.rows; row += 1) insert.run(1, row);
  for (let row = 0; row < 64; row += 1) insert.run(2, sizes.backlog.rows + row);
  database.exec('commit');
  const query = database.prepare(
    'select id from jobs where state = 0 and due <= ? and endpoint not in (1) order by due, id limit 64',
  );
  const times: number[] = [];
  for (let round = 0; round < NAIVE_ROUNDS; round += 1) {
    const start = performance.now();
    const found = query.all(Number.MAX_SAFE_INTEGER);
    times.push(performance.now() - start);
    if (found.length !== 64) throw new Error(`The query found ${found.length} rows instead of 64.`);
  }
  database.close();
  folder.remove();
  return times;
}
