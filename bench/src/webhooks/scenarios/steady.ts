import { spreadOf } from '../../report/spread.ts';
import { goalCell } from '../goal.ts';
import { checkReceived } from './check-received.ts';
import { COST_COLUMNS, costCells, measureCost, type ProcessorCost } from './processor-cost.ts';
import { quantile } from './quantile.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { VARIANTS, type Variant, variantsThatRun } from './variant.ts';
import { withContender } from './with-contender.ts';

const COMPARED: readonly Variant[] = [
  VARIANTS.sqlite,
  VARIANTS.postgres,
  VARIANTS.bare,
  VARIANTS.bullMqFetch,
  VARIANTS.bullMq,
  VARIANTS.bullMqKept,
  VARIANTS.pgBoss,
  VARIANTS.graphileWorker,
];
const ENDPOINTS = 100;
/** The goal applies up to this rate per second. */
const GOAL_RATE = 1000;

interface Measured {
  /** Milliseconds from the commit to the arrival, and from the call to the commit. */
  readonly p50: number;
  readonly p99: number;
  readonly commitP50: number;
  /** The number of commits per second. */
  readonly rate: number;
  readonly cost: ProcessorCost;
}

/** The latency of a delivery without a backlog: from the commit of the publication to the arrival. */
export const steady: Scenario = {
  needs: { postgres: true, redis: true },
  async run(bench) {
    const variants = variantsThatRun(COMPARED, bench.services);
    const { rates, rounds } = bench.sizes.steady;
    const rows: string[][] = [];
    for (const perSecond of rates) {
      const results = new Map<Variant, Measured[]>(variants.map((variant) => [variant, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const variant of orderOf(variants, round)) {
          const measured = await measureLatency(bench, variant, perSecond).catch((error: unknown) =>
            bench.problem(`${variant.name} did not keep up with ${perSecond} a second: ${String(error)}`),
          );
          if (!measured) continue;
          results.get(variant)?.push(measured);
          const { p50, p99 } = measured;
          bench.progress(
            `round ${round + 1}, ${perSecond} a second, ${variant.name}: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)}`,
          );
        }
      }
      rows.push(...rowsOf(perSecond, results));
    }
    return {
      title: 'Webhooks, steady: milliseconds from the commit to the arrival',
      columns: [
        'contender',
        'p50',
        'p99',
        'goal of p50',
        'goal of p99',
        'call to commit, p50',
        'committed a second',
        ...COST_COLUMNS,
      ],
      rows,
    };
  },
};

async function measureLatency(bench: Bench, variant: Variant, perSecond: number): Promise<Measured> {
  const { contender, options, name } = variant;
  const { seconds } = bench.sizes.steady;
  const { warmUp } = bench.sizes;
  const receiver = await bench.startNodeReceiver({ endpoints: ENDPOINTS, silent: false, attentive: true });
  try {
    return await withContender(bench, { contender, urls: receiver.urls, ...options }, async (running) => {
      await running.begin();
      await running.publishSteadily({ first: 0, perSecond, seconds: warmUp / perSecond });
      await checkReceived(bench, receiver, { deliveries: warmUp, what: `${name}, warming up` });
      await receiver.arrivals();
      const deliveries = Math.round(perSecond * seconds);
      const { result: published, cost } = await measureCost(running, variant, deliveries, () =>
        running.publishSteadily({ first: warmUp, perSecond, seconds }),
      );
      await checkReceived(bench, receiver, { deliveries, what: `${name}, ${perSecond} a second` });
      const arrivedAt = new Map((await receiver.arrivals()).map(({ number, at }) => [number, at]));
      const millis = (micros: number): number => micros / 1000;
      const toArrival = published.map(({ number, committedAt }) =>
        millis((arrivedAt.get(number) ?? Number.POSITIVE_INFINITY) - committedAt),
      );
      const toCommit = published.map(({ calledAt, committedAt }) => millis(committedAt - calledAt));
      const committed = published.map(({ committedAt }) => committedAt);
      const span = (Math.max(...committed) - (published[0]?.calledAt ?? 0)) / 1e6;
      return {
        p50: quantile(toArrival, 0.5),
        p99: quantile(toArrival, 0.99),
        commitP50: quantile(toCommit, 0.5),
        rate: published.length / span,
        cost,
      };
    });
  } finally {
    await receiver.stop();
  }
}

function rowsOf(perSecond: number, results: ReadonlyMap<Variant, readonly Measured[]>): string[][] {
  // A contender that never kept up has no measurements.
  const measured = [...results].filter(([, rounds]) => rounds.length > 0);
  const costs = measured.map(([variant, rounds]) => ({ variant, costs: rounds.map(({ cost }) => cost) }));
  return measured.map(([variant, rounds], index) => {
    const median = (field: Exclude<keyof Measured, 'cost'>): number =>
      spreadOf(rounds.map((round) => round[field])).median;
    const hasGoal = variant.contender.startsWith('portcullis') && perSecond <= GOAL_RATE;
    const row = costs[index] ?? { variant, costs: [] };
    return [
      `${perSecond} a second: ${variant.name}`,
      median('p50').toFixed(2),
      median('p99').toFixed(1),
      hasGoal ? goalCell({ is: 'at most', value: 2 }, median('p50')) : '',
      hasGoal ? goalCell({ is: 'at most', value: 10 }, median('p99')) : '',
      median('commitP50').toFixed(2),
      median('rate').toFixed(0),
      ...costCells(row, costs),
    ];
  });
}
