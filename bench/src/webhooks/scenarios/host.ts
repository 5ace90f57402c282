import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { spreadOf } from '../../report/spread.ts';
import type { ContenderOrder } from '../contenders/contender.ts';
import { goalCell } from '../goal.ts';
import { raisePriority } from '../raise-priority.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { quantile } from './quantile.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { warmUp, withContender } from './with-contender.ts';

const ENDPOINTS = 100;
/** Seconds for which a host without the library is measured. */
const ALONE_SECONDS = 3;

interface Variant {
  readonly name: string;
  readonly drains: boolean;
  readonly options: Partial<ContenderOrder>;
  /** True when the goal applies to this variant. */
  readonly hasGoal: boolean;
}

const VARIANTS: readonly Variant[] = [
  { name: 'without the library', drains: false, options: {}, hasGoal: false },
  { name: 'while it delivers at full speed', drains: true, options: {}, hasGoal: false },
  { name: 'while a thread of it delivers', drains: true, options: { threaded: true }, hasGoal: true },
];

interface HostRound {
  readonly p50: number;
  readonly p99: number;
  /** Deliveries per second; 0 if there are none. */
  readonly rate: number;
}

/** The latency of a host's own requests while a backlog is delivered in its process. */
export const host: Scenario = {
  needs: { postgres: false, redis: false },
  async run(bench) {
    const receiver = await bench.startReceiver(ENDPOINTS);
    const last = raisePriority();
    const results = await measureRounds(bench, receiver).finally(last);
    const client = last ? 'the client has priority' : 'the client shares its cores';
    const [alone, delivering] = VARIANTS.map((variant) => results.get(variant) ?? []);
    return {
      title: `Webhooks, host: milliseconds of ${bench.sizes.host.perSecond} requests a second to the process that delivers, on SQLite; ${client}`,
      columns: ['host', 'p50', 'p99', 'p99 is', 'goal of p99', 'deliveries a second', 'goal of the rate'],
      rows: VARIANTS.map((variant) => rowOf(variant, results.get(variant) ?? [], alone ?? [], delivering ?? [])),
    };
  },
};

async function measureRounds(bench: Bench, receiver: Receiver): Promise<ReadonlyMap<Variant, readonly HostRound[]>> {
  const results = new Map<Variant, HostRound[]>(VARIANTS.map((variant) => [variant, []]));
  for (let round = 0; round < bench.sizes.host.rounds; round += 1) {
    for (const variant of orderOf(VARIANTS, round)) {
      const measured = await measureHost(bench, variant, receiver);
      results.get(variant)?.push(measured);
      const { p50, p99, rate } = measured;
      bench.progress(
        `round ${round + 1}, ${variant.name}: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)}, ${rate.toFixed(0)} a second`,
      );
    }
  }
  return results;
}

async function measureHost(bench: Bench, { drains, options }: Variant, receiver: Receiver): Promise<HostRound> {
  const { deliveries, perSecond, settlingSeconds } = bench.sizes.host;
  return withContender(
    bench,
    { contender: 'portcullis-sqlite', urls: receiver.urls, ...options },
    async (contender) => {
      const url = `http://127.0.0.1:${await contender.serveHost()}/`;
      await warmUp(contender, bench.sizes.warmUp);
      await requestSteadily(url, perSecond, sleep(500));
      if (!drains)
        return { ...percentilesOf(await requestSteadily(url, perSecond, sleep(ALONE_SECONDS * 1000))), rate: 0 };
      await contender.fill(deliveries, 'this process');
      const draining = contender.drain();
      const times = await requestSteadily(url, perSecond, draining);
      const { ms, ended } = await draining;
      // A drain may end this early.
      const settled = Math.min(settlingSeconds * perSecond, Math.floor(times.length / 2));
      return { ...percentilesOf(times.slice(settled)), rate: (ended / ms) * 1000 };
    },
  );
}

/**
 * Milliseconds of requests that are sent at a constant rate, independent of earlier requests, until another task has
 * ended.
 */
async function requestSteadily(url: string, perSecond: number, until: Promise<unknown>): Promise<readonly number[]> {
  const dispatcher = new Agent({ connections: 50, pipelining: 1 });
  const sent: Promise<number>[] = [];
  let going = true;
  const stop = (): void => {
    going = false;
  };
  until.then(stop, stop);
  const start = performance.now();
  // Measured from the scheduled time, so that a blocked host does not get fewer requests.
  const send = async (dueAt: number): Promise<number> => {
    const { body } = await request(url, { dispatcher });
    await body.dump();
    return performance.now() - dueAt;
  };
  while (going) {
    const due = Math.floor(((performance.now() - start) / 1000) * perSecond) + 1;
    while (sent.length < due) sent.push(send(start + (sent.length * 1000) / perSecond));
    await sleep(1);
  }
  const times = await Promise.all(sent);
  await dispatcher.close();
  return times;
}

function percentilesOf(times: readonly number[]): Pick<HostRound, 'p50' | 'p99'> {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

function rowOf(
  { name, drains, hasGoal }: Variant,
  rounds: readonly HostRound[],
  alone: readonly HostRound[],
  delivering: readonly HostRound[],
): string[] {
  const median = (of: readonly HostRound[], field: keyof HostRound): number =>
    spreadOf(of.map((round) => round[field])).median;
  const ratio = median(rounds, 'p99') / median(alone, 'p99');
  const share = median(rounds, 'rate') / median(delivering, 'rate');
  return [
    name,
    median(rounds, 'p50').toFixed(2),
    median(rounds, 'p99').toFixed(1),
    `**${ratio.toFixed(1)} x**`,
    hasGoal ? goalCell({ is: 'at most', value: 2 }, ratio) : '',
    drains ? Math.round(median(rounds, 'rate')).toLocaleString('en') : '',
    hasGoal ? goalCell({ is: 'at least', value: 0.5 }, share) : '',
  ];
}
