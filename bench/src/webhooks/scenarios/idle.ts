import { setTimeout as sleep } from 'node:timers/promises';
import { CONTENDER_TITLES } from '../contenders/contender.ts';
import { goalCell } from '../goal.ts';
import type { Bench, Scenario } from './scenario.ts';
import { withContender } from './with-contender.ts';

/** Milliseconds after the start that are not counted, because a start makes queries. */
const SETTLE_MS = 3000;

/** The operations that an idle instance with many endpoints performs on its store. */
export const idle: Scenario = {
  needs: { postgres: true, redis: false },
  async run(bench) {
    return {
      title: `Webhooks, idle: queries a second with ${bench.sizes.idle.endpoints.toLocaleString('en')} endpoints`,
      columns: ['store', 'asked of the store', 'goal', 'transactions of the server', 'RSS, MB'],
      rows: [await measureSqlite(bench), await measurePostgres(bench)],
    };
  },
};

async function measureSqlite(bench: Bench): Promise<string[]> {
  const order = { contender: 'portcullis-sqlite', urls: urlsOf(bench), metered: true } as const;
  const { perSecond, rss } = await withContender(bench, order, async (contender) => {
    await contender.begin();
    await sleep(SETTLE_MS);
    const before = await contender.status();
    await sleep(bench.sizes.idle.seconds * 1000);
    const after = await contender.status();
    return { perSecond: (after.operations - before.operations) / bench.sizes.idle.seconds, rss: after.rssBytes };
  });
  return [
    CONTENDER_TITLES['portcullis-sqlite'],
    perSecond.toFixed(2),
    goalCell({ is: 'at most', value: 0 }, perSecond),
    '',
    inMegabytes(rss),
  ];
}

async function measurePostgres(bench: Bench): Promise<string[]> {
  const database = await bench.services.freshDatabase();
  const order = {
    contender: 'portcullis-postgres',
    urls: urlsOf(bench),
    metered: true,
    postgres: database.connectionString,
  } as const;
  const row = await withContender(bench, order, async (contender) => {
    await contender.begin();
    await database.tidy();
    await sleep(SETTLE_MS);
    const before = { ...(await contender.status()), transactions: await database.transactions() };
    await sleep(bench.sizes.idle.seconds * 1000);
    const after = { ...(await contender.status()), transactions: await database.transactions() };
    const perSecond = (after.operations - before.operations) / bench.sizes.idle.seconds;
    const transactions = (after.transactions - before.transactions) / bench.sizes.idle.seconds;
    const goal = goalCell({ is: 'at most', value: 0.2 }, perSecond);
    return [
      CONTENDER_TITLES['portcullis-postgres'],
      perSecond.toFixed(2),
      goal,
      transactions.toFixed(2),
      inMegabytes(after.rssBytes),
    ];
  });
  await database.drop();
  return row;
}

/** No delivery is ever sent to them. */
function urlsOf({ sizes }: Bench): readonly string[] {
  return Array.from({ length: sizes.idle.endpoints }, (_, endpoint) => `http://127.0.0.1:20000/${endpoint}`);
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
