import type { Table } from '../../report/print-table.ts';
import { spreadOf } from '../../report/spread.ts';
import { CONTENDER_TITLES, type ContenderName, type ContenderOrder } from '../contenders/contender.ts';
import type { Drained } from '../contenders/contender-protocol.ts';
import { type Goal, judge } from '../goal.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';
import { checkSignatures } from './check-signatures.ts';
import { type Bench, contendersThatRun, orderOf, type Scenario } from './scenario.ts';
import { warmUp, withContender } from './with-contender.ts';

interface Variant {
  readonly name: string;
  readonly contender: ContenderName;
  readonly options?: Partial<ContenderOrder>;
  /** The goal: the minimum speed of the library, as a multiple of the speed of this variant. */
  readonly goal?: number;
}

const OURS = 'portcullis-sqlite';

const VARIANTS: readonly Variant[] = [
  { name: CONTENDER_TITLES[OURS], contender: OURS },
  { name: CONTENDER_TITLES.bare, contender: 'bare', goal: 0.4 },
  { name: CONTENDER_TITLES['bullmq-fetch'], contender: 'bullmq-fetch', goal: 4 },
  { name: CONTENDER_TITLES['bullmq-undici'], contender: 'bullmq-undici', goal: 1.3 },
  {
    name: `${CONTENDER_TITLES['bullmq-undici']}, all kept and synced`,
    contender: 'bullmq-undici',
    options: { keepsAll: true },
  },
  { name: CONTENDER_TITLES['pg-boss'], contender: 'pg-boss' },
  { name: CONTENDER_TITLES['graphile-worker'], contender: 'graphile-worker' },
];

/** The peers have no cap for an endpoint; with one endpoint the library's is a throttle rather than a protection. */
const UNCAPPED: Variant = {
  name: `${CONTENDER_TITLES[OURS]}, 64 at once`,
  contender: OURS,
  options: { concurrencyPerEndpoint: 64 },
};

/** The speed at which a backlog is delivered, until the last outcome is recorded. */
export const drain: Scenario = {
  needs: { postgres: true, redis: true },
  run: (bench) => drainEach(bench, bench.sizes.drain),
};

/** The same with ten times as many deliveries, once. */
export const longDrain: Scenario = {
  needs: { postgres: true, redis: true },
  run: (bench) => drainEach(bench, bench.sizes.longDrain),
};

async function drainEach(bench: Bench, { deliveries, rounds }: Omit<Load, 'endpoints'>): Promise<Table> {
  const able = contendersThatRun(
    VARIANTS.map(({ contender }) => contender),
    bench.services,
  );
  await checkSignatures(bench, able);
  const rows: string[][] = [];
  for (const endpoints of bench.sizes.endpoints) {
    const variants = VARIANTS.filter(({ contender }) => able.includes(contender));
    const all = endpoints === 1 ? [...variants, UNCAPPED] : variants;
    const results = await measure(bench, all, { deliveries, endpoints, rounds });
    rows.push(...rowsOf(all, results, endpoints));
  }
  return {
    title: `Webhooks, drain of ${thousands(deliveries)}: deliveries a second until the last outcome is recorded`,
    columns: [
      'endpoints, contender',
      'median',
      'least',
      'most',
      'Portcullis is',
      'goal',
      'processor us/delivery',
      'by that it is',
    ],
    rows,
  };
}

interface Load {
  readonly deliveries: number;
  readonly endpoints: number;
  readonly rounds: number;
}

async function measure(bench: Bench, variants: readonly Variant[], load: Load) {
  const results = new Map<Variant, Drained[]>(variants.map((variant) => [variant, []]));
  const receiver = await bench.startReceiver(load.endpoints);
  for (let round = 0; round < load.rounds; round += 1) {
    for (const variant of orderOf(variants, round)) {
      const drained = await drainOnce(bench, variant, receiver, load);
      results.get(variant)?.push(drained);
      bench.progress(
        `round ${round + 1}, ${load.deliveries} over ${load.endpoints}, ${variant.name}: ${thousands(rateOf(drained))} a second, ${cpuOf(drained).toFixed(0)} us each`,
      );
    }
  }
  return results;
}

async function drainOnce(
  bench: Bench,
  { name, contender, options }: Variant,
  receiver: Receiver,
  { deliveries, endpoints }: Load,
): Promise<Drained> {
  return withContender(bench, { contender, urls: receiver.urls, ...options }, async (running) => {
    await warmUp(running, bench.sizes.warmUp);
    await running.fill(deliveries, 'this process');
    const drained = await running.drain();
    const what = `${name}, ${deliveries} over ${endpoints}`;
    await checkReceived(bench, receiver, { deliveries: bench.sizes.warmUp + deliveries, what });
    return drained;
  });
}

function rowsOf(
  variants: readonly Variant[],
  results: ReadonlyMap<Variant, readonly Drained[]>,
  endpoints: number,
): string[][] {
  const ours = variants.find(({ contender }) => contender === OURS);
  const reference = (ours && results.get(ours)) ?? [];
  return variants.map((variant) => {
    const rounds = results.get(variant) ?? [];
    const rate = spreadOf(rounds.map(rateOf));
    const ratio = spreadOf(rounds.map((round, index) => rateOf(reference[index] ?? round) / rateOf(round)));
    const spent = spreadOf(rounds.map(cpuOf));
    const byCpu = spreadOf(rounds.map((round, index) => cpuOf(round) / cpuOf(reference[index] ?? round)));
    const goal: Goal | undefined = variant.goal === undefined ? undefined : { is: 'at least', value: variant.goal };
    return [
      `${thousands(endpoints)}: ${variant.name}`,
      thousands(rate.median),
      thousands(rate.min),
      thousands(rate.max),
      variant === ours ? '' : `**${ratio.median.toFixed(2)} x**`,
      goal ? judge(goal, ratio.median) : '',
      spent.median.toFixed(0),
      variant === ours ? '' : `${byCpu.median.toFixed(2)} x`,
    ];
  });
}

/** Of the process of the contender, without its servers. */
function cpuOf({ cpuMicros, ended }: Drained): number {
  return cpuMicros / ended;
}

function rateOf({ ms, ended }: Drained): number {
  return (ended / ms) * 1000;
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
