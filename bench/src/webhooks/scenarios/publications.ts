import type { Table } from '../../report/print-table.ts';
import { spreadOf } from '../../report/spread.ts';
import { CONTENDER_TITLES } from '../contenders/contender.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { SVIX_VARIABLE } from '../services/start-svix.ts';
import { checkReceived } from './check-received.ts';
import {
  COST_COLUMNS,
  type CostRow,
  costCells,
  knownMicros,
  measureCost,
  type ProcessorCost,
} from './processor-cost.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { VARIANTS, type Variant, variantsThatRun } from './variant.ts';
import { withContender } from './with-contender.ts';

const ENDPOINTS = 100;

const COMPARED: readonly Variant[] = [
  VARIANTS.sqlite,
  VARIANTS.sqliteThread,
  VARIANTS.postgres,
  VARIANTS.bullMq,
  VARIANTS.bullMqKept,
  VARIANTS.pgBoss,
  VARIANTS.graphileWorker,
  VARIANTS.svix,
];

/** The row of Svix if Svix cannot run. */
const SKIPPED_SVIX = [
  `${CONTENDER_TITLES.svix}: skipped, without Redis or ${SVIX_VARIABLE}`,
  ...Array<string>(4 + COST_COLUMNS.length).fill(''),
];

interface Load {
  readonly deliveries: number;
  readonly callers: number;
  /** True if each notification goes to every endpoint, false if each goes to one. */
  readonly toAll: boolean;
}

interface Measured {
  /** Deliveries per second, from the first publication to the last arrival. */
  readonly rate: number;
  /** Committed deliveries per second, while publications are in progress. */
  readonly committed: number;
  readonly cost: ProcessorCost;
}

/** The cost of notifications with many deliveries each, end to end: each goes to all webhooks. */
export const fanOut: Scenario = {
  needs: { postgres: true, redis: true },
  async run(bench) {
    const { deliveries, callers } = bench.sizes.fanOut;
    const receiver = await bench.startReceiver(ENDPOINTS);
    const rows = await measureAll(bench, receiver, { deliveries, callers, toAll: true });
    return tableOf(`Webhooks, fan-out: notifications to ${ENDPOINTS} webhooks each`, deliveries, rows);
  },
};

/** The cost of notifications with one delivery each, end to end. */
export const oneToOne: Scenario = {
  needs: { postgres: true, redis: true },
  async run(bench) {
    const { deliveries, callers: counts } = bench.sizes.oneToOne;
    const receiver = await bench.startReceiver(ENDPOINTS);
    const rows: string[][] = [];
    for (const callers of counts) {
      const measured = await measureAll(bench, receiver, { deliveries, callers, toAll: false });
      rows.push(...measured.map(([name = '', ...cells]) => [`${callers} callers: ${name}`, ...cells]));
    }
    return tableOf(`Webhooks, one-to-one: notifications to one of ${ENDPOINTS} webhooks each`, deliveries, rows);
  },
};

function tableOf(what: string, deliveries: number, rows: readonly (readonly string[])[]): Table {
  return {
    title: `${what}, ${deliveries.toLocaleString('en')} deliveries: a second, from the first publication to the last arrival`,
    columns: ['contender', 'median', 'least', 'most', 'committed a second', ...COST_COLUMNS],
    rows,
  };
}

async function measureAll(bench: Bench, receiver: Receiver, load: Load): Promise<readonly (readonly string[])[]> {
  const variants = variantsThatRun(COMPARED, bench.services);
  const results = new Map<Variant, Measured[]>(variants.map((variant) => [variant, []]));
  for (let round = 0; round < bench.sizes.publicationRounds; round += 1) {
    for (const variant of orderOf(variants, round)) {
      const measured = await measureOnce(bench, variant, receiver, load).catch((error: unknown) =>
        bench.problem(`${variant.name} did not publish with ${load.callers} callers: ${String(error)}`),
      );
      if (!measured) continue;
      results.get(variant)?.push(measured);
      const { rate, cost } = measured;
      bench.progress(
        `round ${round + 1}, ${load.callers} callers, ${variant.name}: ${rate.toFixed(0)} a second, ${knownMicros(cost).toFixed(0)} us each`,
      );
    }
  }
  // A contender that always failed has no measurements.
  const measured = [...results].filter(([, rounds]) => rounds.length > 0);
  const costs = measured.map(([variant, rounds]) => ({ variant, costs: rounds.map(({ cost }) => cost) }));
  const rows = costs.map((row) => rowOf(row, costs, results.get(row.variant) ?? []));
  return variants.includes(VARIANTS.svix) ? rows : [...rows, SKIPPED_SVIX];
}

async function measureOnce(bench: Bench, variant: Variant, receiver: Receiver, load: Load): Promise<Measured> {
  const { deliveries, toAll, callers } = load;
  const { contender, options, name } = variant;
  const each = toAll ? ENDPOINTS : 1;
  const warmUp = Math.ceil(bench.sizes.warmUp / each);
  const count = deliveries / each;
  const order = { contender, urls: receiver.urls, fanOut: toAll, ...options };
  return withContender(bench, order, async (running) => {
    await running.begin();
    await running.publishConcurrently({ first: 0, count: warmUp, callers, toAll });
    await checkReceived(bench, receiver, { deliveries: warmUp * each, what: `${name}, warming up` });
    const { result, cost } = await measureCost(running, variant, deliveries, async () => {
      const run = await running.publishConcurrently({ first: warmUp, count, callers, toAll });
      // If the contender is a client of another process, only the receiver observes the end.
      await checkReceived(bench, receiver, { deliveries, what: `${name}, ${callers} callers` });
      return run;
    });
    const since = (at: number): number => (at - result.startedAt) / 1000;
    const rate = deliveries / since(await receiver.lastArrivalAt());
    return { rate, committed: deliveries / since(result.committedAt), cost };
  });
}

function rowOf(row: CostRow, all: readonly CostRow[], rounds: readonly Measured[]): readonly string[] {
  const rate = spreadOf(rounds.map((round) => round.rate));
  const committed = spreadOf(rounds.map((round) => round.committed)).median;
  const cells = [rate.median, rate.min, rate.max, committed].map((value) => Math.round(value).toLocaleString('en'));
  return [row.variant.name, ...cells, ...costCells(row, all)];
}
