import { spreadOf } from '../../report/spread.ts';
import { CONTENDER_TITLES, type ContenderName } from '../contenders/contender.ts';
import { judge } from '../goal.ts';
import { checkReceived } from './check-received.ts';
import { quantile } from './quantile.ts';
import { type Bench, contendersThatRun, orderOf, type Scenario } from './scenario.ts';
import { withContender } from './with-contender.ts';

const COMPARED: readonly ContenderName[] = [
  'portcullis-sqlite',
  'portcullis-postgres',
  'bare',
  'bullmq-fetch',
  'bullmq-undici',
  'pg-boss',
  'graphile-worker',
];
const ENDPOINTS = 100;
/** The goal holds for this many a second or fewer. */
const GOAL_RATE = 1000;

interface Latencies {
  /** Milliseconds from the commit to the arrival, and from the call to the commit. */
  readonly p50: number;
  readonly p99: number;
  readonly commitP50: number;
  /** The number of commits per second. */
  readonly rate: number;
}

/** The latency of a delivery when there is no backlog: from the commit of the publication to the arrival. */
export const steady: Scenario = {
  needs: { postgres: true, redis: true },
  async run(bench) {
    const contenders = contendersThatRun(COMPARED, bench.services);
    const { rates, rounds } = bench.sizes.steady;
    const rows: string[][] = [];
    for (const perSecond of rates) {
      const results = new Map<ContenderName, Latencies[]>(contenders.map((contender) => [contender, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const contender of orderOf(contenders, round)) {
          const latencies = await measureLatency(bench, contender, perSecond).catch((error: unknown) =>
            bench.problem(
              `${CONTENDER_TITLES[contender]} did not keep up with ${perSecond} a second: ${String(error)}`,
            ),
          );
          if (!latencies) continue;
          results.get(contender)?.push(latencies);
          const { p50, p99 } = latencies;
          bench.progress(
            `round ${round + 1}, ${perSecond} a second, ${CONTENDER_TITLES[contender]}: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)}`,
          );
        }
      }
      for (const [contender, latencies] of results)
        if (latencies.length > 0) rows.push(rowOf(contender, perSecond, latencies));
    }
    return {
      title: 'Webhooks, steady: milliseconds from the commit to the arrival',
      columns: ['contender', 'p50', 'p99', 'goal of p50', 'goal of p99', 'call to commit, p50', 'committed a second'],
      rows,
    };
  },
};

async function measureLatency(bench: Bench, contender: ContenderName, perSecond: number): Promise<Latencies> {
  const { seconds } = bench.sizes.steady;
  const { warmUp } = bench.sizes;
  const receiver = await bench.startNodeReceiver({ endpoints: ENDPOINTS, silent: false, attentive: true });
  try {
    return await withContender(bench, { contender, urls: receiver.urls }, async (running) => {
      await running.begin();
      await running.publishSteadily({ first: 0, perSecond, seconds: warmUp / perSecond });
      await checkReceived(bench, receiver, { deliveries: warmUp, what: `${contender}, warming up` });
      await receiver.arrivals();
      const published = await running.publishSteadily({ first: warmUp, perSecond, seconds });
      await checkReceived(bench, receiver, {
        deliveries: published.length,
        what: `${contender}, ${perSecond} a second`,
      });
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
      };
    });
  } finally {
    await receiver.stop();
  }
}

function rowOf(contender: ContenderName, perSecond: number, rounds: readonly Latencies[]): string[] {
  const median = (field: keyof Latencies): number => spreadOf(rounds.map((round) => round[field])).median;
  const judged = contender.startsWith('portcullis') && perSecond <= GOAL_RATE;
  return [
    `${perSecond} a second: ${CONTENDER_TITLES[contender]}`,
    median('p50').toFixed(2),
    median('p99').toFixed(1),
    judged ? judge({ is: 'at most', value: 2 }, median('p50')) : '',
    judged ? judge({ is: 'at most', value: 10 }, median('p99')) : '',
    median('commitP50').toFixed(2),
    median('rate').toFixed(0),
  ];
}
