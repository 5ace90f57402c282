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

interface Latencies {
  /** Milliseconds from the commit to the arrival. */
  readonly p50: number;
  readonly p99: number;
  /** Deliveries of the busy tenant per second of the measurement. */
  readonly rate: number;
  /** True if the receiver of the measured tenant goes before all other processes, as on a separate machine. */
  readonly first: boolean;
}

/** The latency of a tenant that publishes once a second, alone and concurrently with a tenant with a large backlog. */
export const tenants: Scenario = {
  needs: { postgres: true, redis: false },
  async run(bench) {
    const results = new Map(VARIANTS.map((each) => [each, { alone: [] as Latencies[], busy: [] as Latencies[] }]));
    for (let round = 0; round < bench.sizes.tenants.rounds; round += 1) {
      for (const variant of orderOf(VARIANTS, round)) {
        for (const load of orderOf(['alone', 'busy'] as const, round)) {
          const latencies = await measureLatency(bench, variant, load === 'busy');
          results.get(variant)?.[load].push(latencies);
          const { p50, p99, rate } = latencies;
          bench.progress(
            `round ${round + 1}, ${variant.name}, ${load}: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)}, ${rate.toFixed(0)} a second`,
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

async function measureLatency(
  bench: Bench,
  { name, contender, options }: Variant,
  hasBacklog: boolean,
): Promise<Latencies> {
  const { endpoints, deliveries, warmUpSeconds, perSecond, seconds } = bench.sizes.tenants;
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
      await running.publishSteadily({ ...numbers, perSecond: WARM_UP_PER_SECOND, seconds: warmUpSeconds });
      await running.halt();
      await measured.arrivals();
      if (hasBacklog) await running.fill(deliveries, 'this process');
      await running.begin();
      const before = await running.status();
      const start = performance.now();
      const first = numbers.first + numbers.step * WARM_UP_PER_SECOND * warmUpSeconds;
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
      return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), rate, first: measured.first };
    });
  } finally {
    await measured.stop();
    await receiver.stop();
  }
}

function rowOf({ name }: Variant, alone: readonly Latencies[], busy: readonly Latencies[]): string[] {
  const median = (rounds: readonly Latencies[], field: 'p50' | 'p99' | 'rate'): number =>
    spreadOf(rounds.map((round) => round[field])).median;
  const ratioOf = (field: 'p50' | 'p99'): number =>
    spreadOf(busy.map((round, index) => round[field] / (alone[index]?.[field] ?? round[field]))).median;
  const ratioCells = (field: 'p50' | 'p99'): string[] => {
    const ratio = ratioOf(field);
    return [`**${ratio.toFixed(2)} x**`, goalCell({ is: 'at most', value: GOAL }, ratio)];
  };
  return [
    name,
    median(alone, 'p50').toFixed(2),
    median(alone, 'p99').toFixed(1),
    median(busy, 'p50').toFixed(2),
    median(busy, 'p99').toFixed(1),
    ...ratioCells('p50'),
    ...ratioCells('p99'),
    median(busy, 'rate').toFixed(0),
  ];
}
