import { spreadOf } from '../../report/spread.ts';
import { CONTENDER_TITLES, type ContenderName, type ContenderOrder } from '../contenders/contender.ts';
import { goalCell } from '../goal.ts';
import { quantile } from './quantile.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { withContender } from './with-contender.ts';

interface Variant {
  readonly name: string;
  readonly contender: ContenderName;
  readonly options: Partial<ContenderOrder>;
}

const VARIANTS: readonly Variant[] = [
  { name: CONTENDER_TITLES['portcullis-sqlite'], contender: 'portcullis-sqlite', options: {} },
  {
    name: `${CONTENDER_TITLES['portcullis-sqlite']}, 16 of a tenant at once`,
    contender: 'portcullis-sqlite',
    options: { concurrentDeliveries: 16 },
  },
  {
    name: `${CONTENDER_TITLES['portcullis-sqlite']}, a thread delivers`,
    contender: 'portcullis-sqlite',
    options: { threaded: true },
  },
  { name: CONTENDER_TITLES['portcullis-postgres'], contender: 'portcullis-postgres', options: {} },
  {
    name: `${CONTENDER_TITLES['portcullis-postgres']}, a thread delivers`,
    contender: 'portcullis-postgres',
    options: { threaded: true },
  },
];

/** The tenant with the backlog, and the tenant whose latency is measured. */
const BUSY = 'busy';
const MEASURED = 'measured';
/** Publications per second as a warm-up. */
const WARM_UP_PER_SECOND = 100;
/** The goal for p50 and p99 with the backlog, as a multiple of those without it. */
const GOAL = 1.3;

/** A run, with or without the backlog. */
interface Run {
  /** Milliseconds from the commit to the arrival of each publication. */
  readonly latencies: readonly number[];
  /** Deliveries of the busy tenant per second of the measurement. */
  readonly rate: number;
  /** True if the receiver of the measured tenant goes before all other processes, as on a separate machine. */
  readonly first: boolean;
}

/** The latency of a tenant that publishes once a second, alone and concurrently with a tenant with a large backlog. */
export const tenants: Scenario = {
  needs: { postgres: true, redis: false },
  async run(bench) {
    const results = new Map(VARIANTS.map((each) => [each, { alone: [] as Run[], busy: [] as Run[] }]));
    for (let round = 0; round < bench.sizes.tenants.rounds; round += 1) {
      for (const variant of orderOf(VARIANTS, round)) {
        for (const load of orderOf(['alone', 'busy'] as const, round)) {
          const run = await measureRun(bench, variant, load === 'busy');
          results.get(variant)?.[load].push(run);
          const [p50, p99] = [0.5, 0.99].map((share) => quantile(run.latencies, share).toFixed(2));
          bench.progress(
            `round ${round + 1}, ${variant.name}, ${load}: p50 ${p50}, p99 ${p99}, ${run.rate.toFixed(0)} a second`,
          );
        }
      }
    }
    const isFirst = [...results.values()].every(({ alone }) => alone.every(({ first }) => first));
    const receiver = isFirst ? 'its receiver has priority' : 'its receiver shares the cores';
    return {
      title: `Webhooks, two tenants: milliseconds from the commit to the arrival for one, while the other has a backlog; ${receiver}`,
      columns: [
        'contender',
        'p50 alone',
        'p99 alone',
        'p50',
        'p99',
        'p50 is',
        'goal',
        'p99 is',
        'goal',
        'backlog, a second',
      ],
      rows: [...results].map(([variant, { alone, busy }]) => rowOf(variant, alone, busy)),
    };
  },
};

async function measureRun(bench: Bench, { name, contender, options }: Variant, hasBacklog: boolean): Promise<Run> {
  const { endpoints, deliveries, warmUpSeconds, perSecond, settlingSeconds, seconds } = bench.sizes.tenants;
  const receiver = await bench.startReceiver(endpoints);
  const measured = await bench.startNodeReceiver({ endpoints: 1, silent: false, attentive: true, first: true });
  const urls = [...receiver.urls, ...measured.urls];
  const order = {
    contender,
    urls,
    tenants: [...receiver.urls.map(() => BUSY), MEASURED],
    busyTenant: BUSY,
    ...options,
  };
  // Only numbers of the last endpoint, which belongs to the measured tenant.
  const numbers = { first: urls.length - 1, step: urls.length };
  const busyEndpoints = receiver.urls.map((_, endpoint) => endpoint);
  try {
    return await withContender(bench, order, async (running) => {
      await running.begin();
      const warmUp = { ...numbers, perSecond: WARM_UP_PER_SECOND, seconds: warmUpSeconds };
      await measured.received((await running.publishSteadily(warmUp)).length);
      await running.halt();
      if (hasBacklog) await running.fill(deliveries, 'this process');
      await running.begin();
      let first = numbers.first + numbers.step * WARM_UP_PER_SECOND * warmUpSeconds;
      const settling = { ...numbers, first, perSecond, seconds: settlingSeconds };
      const settled = await running.publishSteadily(settling, busyEndpoints);
      await measured.received(settled.length);
      await measured.arrivals();
      first += numbers.step * settled.length;
      const before = await running.status();
      const start = performance.now();
      const published = await running.publishSteadily({ ...numbers, first, perSecond, seconds }, busyEndpoints);
      const { ended } = await running.status();
      const rate = ((ended - before.ended - published.length) * 1000) / (performance.now() - start);
      if (hasBacklog && rate <= 0) bench.problem(`${name}: the backlog was not delivered.`);
      if (hasBacklog && ended >= deliveries) bench.problem(`${name}: the backlog ended before the measurement.`);
      await measured.received(published.length);
      const arrivedAt = new Map((await measured.arrivals()).map(({ number, at }) => [number, at]));
      const latencies = published.map(
        ({ number, committedAt }) => ((arrivedAt.get(number) ?? Number.POSITIVE_INFINITY) - committedAt) / 1000,
      );
      return { latencies, rate, first: measured.first };
    });
  } finally {
    await measured.stop();
    await receiver.stop();
  }
}

function rowOf({ name }: Variant, alone: readonly Run[], busy: readonly Run[]): string[] {
  const quantileOf = (runs: readonly Run[], share: number): number =>
    quantile(
      runs.flatMap(({ latencies }) => latencies),
      share,
    );
  const ratioCells = (share: number): string[] => {
    const ratio = quantileOf(busy, share) / quantileOf(alone, share);
    return [`**${ratio.toFixed(2)} x**`, goalCell({ is: 'at most', value: GOAL }, ratio)];
  };
  return [
    name,
    quantileOf(alone, 0.5).toFixed(2),
    quantileOf(alone, 0.99).toFixed(1),
    quantileOf(busy, 0.5).toFixed(2),
    quantileOf(busy, 0.99).toFixed(1),
    ...ratioCells(0.5),
    ...ratioCells(0.99),
    spreadOf(busy.map(({ rate }) => rate)).median.toFixed(0),
  ];
}
