import type { Table } from '../../report/print-table.ts';
import { spreadOf } from '../../report/spread.ts';
import { ARMS, type ArmName, type ArmOrder } from '../arms/arm.ts';
import type { Drained } from '../arms/arm-protocol.ts';
import { type Goal, judge } from '../goal.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';
import { checkSignatures } from './check-signatures.ts';
import { armsThatRun, type Bench, orderOf, type Scenario } from './scenario.ts';
import { warmUp, withArm } from './with-arm.ts';

interface Contender {
  readonly name: string;
  readonly arm: ArmName;
  readonly options?: Partial<ArmOrder>;
  /** The goal: the minimum speed of the library, as a multiple of the speed of this contender. */
  readonly goal?: number;
}

const OURS = 'portcullis-sqlite';

const CONTENDERS: readonly Contender[] = [
  { name: ARMS[OURS], arm: OURS },
  { name: ARMS.bare, arm: 'bare', goal: 0.4 },
  { name: ARMS['bullmq-fetch'], arm: 'bullmq-fetch', goal: 4 },
  { name: ARMS['bullmq-undici'], arm: 'bullmq-undici', goal: 1.3 },
  { name: `${ARMS['bullmq-undici']}, all kept and synced`, arm: 'bullmq-undici', options: { keepsAll: true } },
  { name: ARMS['pg-boss'], arm: 'pg-boss' },
  { name: ARMS['graphile-worker'], arm: 'graphile-worker' },
];

/** The peers have no cap for an endpoint; with one endpoint the library's is a throttle rather than a protection. */
const UNCAPPED: Contender = {
  name: `${ARMS[OURS]}, 64 at once`,
  arm: OURS,
  options: { concurrencyPerEndpoint: 64 },
};

/** The speed at which a backlog is delivered, until the last outcome is recorded. */
export const drain: Scenario = {
  needs: { postgres: true, redis: true },
  run: (bench) => drainEach(bench, bench.sizes.drain),
};

/** The same with ten times as much, once. */
export const longDrain: Scenario = {
  needs: { postgres: true, redis: true },
  run: (bench) => drainEach(bench, bench.sizes.longDrain),
};

async function drainEach(bench: Bench, { deliveries, rounds }: Omit<Load, 'endpoints'>): Promise<Table> {
  const able = armsThatRun(
    CONTENDERS.map(({ arm }) => arm),
    bench.surroundings,
  );
  await checkSignatures(bench, able);
  const rows: string[][] = [];
  for (const endpoints of bench.sizes.endpoints) {
    const contenders = CONTENDERS.filter(({ arm }) => able.includes(arm));
    const all = endpoints === 1 ? [...contenders, UNCAPPED] : contenders;
    const results = await measure(bench, all, { deliveries, endpoints, rounds });
    rows.push(...rowsOf(all, results, endpoints));
  }
  return {
    title: `Webhooks, drain of ${thousands(deliveries)}: deliveries a second until the last outcome is recorded`,
    columns: [
      'endpoints, arm',
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

async function measure(bench: Bench, contenders: readonly Contender[], load: Load) {
  const results = new Map<Contender, Drained[]>(contenders.map((contender) => [contender, []]));
  const receiver = await bench.startReceiver(load.endpoints);
  for (let round = 0; round < load.rounds; round += 1) {
    for (const contender of orderOf(contenders, round)) {
      const drained = await drainOnce(bench, contender, receiver, load);
      results.get(contender)?.push(drained);
      bench.progress(
        `round ${round + 1}, ${load.deliveries} over ${load.endpoints}, ${contender.name}: ${thousands(rateOf(drained))} a second, ${cpuOf(drained).toFixed(0)} us each`,
      );
    }
  }
  return results;
}

async function drainOnce(
  bench: Bench,
  { name, arm, options }: Contender,
  receiver: Receiver,
  { deliveries, endpoints }: Load,
): Promise<Drained> {
  return withArm(bench, { arm, urls: receiver.urls, ...options }, async (running) => {
    await warmUp(running, bench.sizes.warmUp);
    await running.fill(deliveries, 'this process');
    const drained = await running.drain();
    const what = `${name}, ${deliveries} over ${endpoints}`;
    await checkReceived(bench, receiver, { deliveries: bench.sizes.warmUp + deliveries, what });
    return drained;
  });
}

function rowsOf(
  contenders: readonly Contender[],
  results: ReadonlyMap<Contender, readonly Drained[]>,
  endpoints: number,
): string[][] {
  const ours = contenders.find(({ arm }) => arm === OURS);
  const reference = (ours && results.get(ours)) ?? [];
  return contenders.map((contender) => {
    const rounds = results.get(contender) ?? [];
    const rate = spreadOf(rounds.map(rateOf));
    const ratio = spreadOf(rounds.map((round, index) => rateOf(reference[index] ?? round) / rateOf(round)));
    const spent = spreadOf(rounds.map(cpuOf));
    const byCpu = spreadOf(rounds.map((round, index) => cpuOf(round) / cpuOf(reference[index] ?? round)));
    const goal: Goal | undefined = contender.goal === undefined ? undefined : { is: 'at least', value: contender.goal };
    return [
      `${thousands(endpoints)}: ${contender.name}`,
      thousands(rate.median),
      thousands(rate.min),
      thousands(rate.max),
      contender === ours ? '' : `**${ratio.median.toFixed(2)} x**`,
      goal ? judge(goal, ratio.median) : '',
      spent.median.toFixed(0),
      contender === ours ? '' : `${byCpu.median.toFixed(2)} x`,
    ];
  });
}

/** Of the process of the arm: what a server beside it does is not in it. */
function cpuOf({ cpuMicros, ended }: Drained): number {
  return cpuMicros / ended;
}

function rateOf({ ms, ended }: Drained): number {
  return (ended / ms) * 1000;
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
