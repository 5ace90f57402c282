import type { Table } from '../../report/print-table.ts';
import { spreadOf } from '../../report/spread.ts';
import { type Goal, goalCell } from '../goal.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';
import { checkSignatures } from './check-signatures.ts';
import { COST_COLUMNS, costCells, knownMicros, measureCost, type ProcessorCost } from './processor-cost.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { VARIANTS, type Variant, variantsThatRun } from './variant.ts';
import { warmUp, withContender } from './with-contender.ts';

interface JudgedVariant extends Variant {
  /** The goal: the minimum speed of the library, as a multiple of the speed of this variant. */
  readonly goal?: number;
}

interface Round {
  readonly rate: number;
  readonly cost: ProcessorCost;
}

const OURS: JudgedVariant = VARIANTS.sqlite;

const COMPARED: readonly JudgedVariant[] = [
  OURS,
  VARIANTS.postgres,
  VARIANTS.mariadb,
  { ...VARIANTS.bare, goal: 0.4 },
  { ...VARIANTS.bullMqFetch, goal: 4 },
  { ...VARIANTS.bullMq, goal: 1.3 },
  VARIANTS.bullMqKept,
  VARIANTS.pgBoss,
  VARIANTS.graphileWorker,
];

/**
 * The peers have no limit for an endpoint. With one endpoint, the limit of the library is a throttle and no protection.
 */
const UNCAPPED: JudgedVariant = {
  ...OURS,
  name: `${OURS.name}, 64 at once`,
  options: { concurrencyPerEndpoint: 64 },
};

/** The speed at which a backlog is delivered, until the last outcome is recorded. */
export const drain: Scenario = {
  needs: { postgres: true, redis: true, mariadb: true },
  run: (bench) => drainEach(bench, bench.sizes.drain),
};

/** The same with ten times the deliveries, once. */
export const longDrain: Scenario = {
  needs: { postgres: true, redis: true, mariadb: true },
  run: (bench) => drainEach(bench, bench.sizes.longDrain),
};

async function drainEach(bench: Bench, { deliveries, rounds }: Omit<Load, 'endpoints'>): Promise<Table> {
  const variants = variantsThatRun(COMPARED, bench.services);
  await checkSignatures(bench, [...new Set(variants.map(({ contender }) => contender))]);
  const rows: string[][] = [];
  for (const endpoints of bench.sizes.endpoints) {
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
      'by processor time it is',
      ...COST_COLUMNS,
    ],
    rows,
  };
}

interface Load {
  readonly deliveries: number;
  readonly endpoints: number;
  readonly rounds: number;
}

async function measure(bench: Bench, variants: readonly JudgedVariant[], load: Load) {
  const results = new Map<JudgedVariant, Round[]>(variants.map((variant) => [variant, []]));
  const receiver = await bench.startReceiver(load.endpoints);
  for (let round = 0; round < load.rounds; round += 1) {
    for (const variant of orderOf(variants, round)) {
      const drained = await drainOnce(bench, variant, receiver, load);
      results.get(variant)?.push(drained);
      bench.progress(
        `round ${round + 1}, ${load.deliveries} over ${load.endpoints}, ${variant.name}: ${thousands(drained.rate)} a second, ${knownMicros(drained.cost).toFixed(0)} us each`,
      );
    }
  }
  return results;
}

async function drainOnce(
  bench: Bench,
  variant: JudgedVariant,
  receiver: Receiver,
  { deliveries, endpoints }: Load,
): Promise<Round> {
  const { name, contender, options } = variant;
  return withContender(bench, { contender, urls: receiver.urls, ...options }, async (running) => {
    await warmUp(running, bench.sizes.warmUp);
    await running.fill(deliveries, 'this process');
    const { result, cost } = await measureCost(running, variant, deliveries, () => running.drain());
    const what = `${name}, ${deliveries} over ${endpoints}`;
    await checkReceived(bench, receiver, { deliveries: bench.sizes.warmUp + deliveries, what });
    return { rate: (result.ended / result.ms) * 1000, cost };
  });
}

function rowsOf(
  variants: readonly JudgedVariant[],
  results: ReadonlyMap<JudgedVariant, readonly Round[]>,
  endpoints: number,
): string[][] {
  const reference = results.get(OURS) ?? [];
  const costs = variants.map((variant) => ({ variant, costs: (results.get(variant) ?? []).map(({ cost }) => cost) }));
  return costs.map((row) => {
    const { variant } = row;
    const rounds = results.get(variant) ?? [];
    const rate = spreadOf(rounds.map((round) => round.rate));
    const ratio = spreadOf(rounds.map((round, index) => (reference[index] ?? round).rate / round.rate));
    const bySpent = spreadOf(
      rounds.map((round, index) => knownMicros(round.cost) / knownMicros((reference[index] ?? round).cost)),
    );
    const goal: Goal | undefined = variant.goal === undefined ? undefined : { is: 'at least', value: variant.goal };
    return [
      `${thousands(endpoints)}: ${variant.name}`,
      thousands(rate.median),
      thousands(rate.min),
      thousands(rate.max),
      variant === OURS ? '' : `**${ratio.median.toFixed(2)} x**`,
      goal ? goalCell(goal, ratio.median) : '',
      variant === OURS ? '' : `${bySpent.median.toFixed(2)} x`,
      ...costCells(row, costs),
    ];
  });
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
