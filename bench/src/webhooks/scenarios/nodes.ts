import { spreadOf } from '../../report/spread.ts';
import { ARMS, type ArmName, type ArmOrder } from '../arms/arm.ts';
import { type RunningArm, startArm } from '../arms/start-arm.ts';
import { judge } from '../goal.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { warmUp, withArm } from './with-arm.ts';

const ENDPOINTS = 100;
/** Milliseconds between two looks at how far all nodes are. */
const LOOK_MS = 5;

interface Contender {
  readonly name: string;
  readonly arm: ArmName;
  readonly nodes: number;
}

/** How fast a backlog in PostgreSQL is delivered, by one node and by several, on a new schema and on one that has been used. */
export const nodes: Scenario = {
  needs: { postgres: true, redis: false },
  async run(bench) {
    const { counts, runs, deliveries } = bench.sizes.nodes;
    const contenders: Contender[] = [
      ...counts.map((count) => ({ name: nameOf(count), arm: 'portcullis-postgres' as const, nodes: count })),
      { name: ARMS['graphile-worker'], arm: 'graphile-worker', nodes: 1 },
      { name: ARMS['pg-boss'], arm: 'pg-boss', nodes: 1 },
    ];
    const rates = new Map<Contender, readonly number[]>();
    const receiver = await bench.startReceiver(ENDPOINTS);
    for (const contender of orderOf(contenders, 0)) rates.set(contender, await measureRuns(bench, contender, receiver));
    await receiver.stop();
    return {
      title: `Webhooks, PostgreSQL: deliveries a second, ${deliveries.toLocaleString('en')} a run, ${runs} runs on one schema`,
      columns: ['arm', 'first run', 'last run', 'median', 'goal of the first', 'last is, of the first', 'goal'],
      rows: contenders.map((contender) => rowOf(contender, rates.get(contender) ?? [])),
    };
  },
};

function nameOf(nodes: number): string {
  return `${ARMS['portcullis-postgres']}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
}

async function measureRuns(bench: Bench, { name, arm, nodes: count }: Contender, receiver: Receiver) {
  const { runs, deliveries } = bench.sizes.nodes;
  return withArm(bench, { arm, urls: receiver.urls }, async (first, order) => {
    const others = await startOthers(order, count - 1, bench.profileFolder);
    const all = [first, ...others];
    const rates: number[] = [];
    try {
      for (const node of all) await warmUp(node, bench.sizes.warmUp);
      await checkReceived(bench, receiver, { deliveries: bench.sizes.warmUp * count, what: `${name}, warming up` });
      for (let run = 0; run < runs; run += 1) {
        await first.fill(deliveries, 'several processes');
        const rate = deliveries / (await drainTogether(all, deliveries));
        rates.push(rate);
        bench.progress(`run ${run + 1}, ${name}: ${rate.toFixed(0)} a second`);
        await checkReceived(bench, receiver, { deliveries, what: `${name}, run ${run + 1}` });
      }
    } finally {
      for (const node of others) await node.stop();
    }
    return rates;
  });
}

async function startOthers(order: ArmOrder, count: number, profileFolder: string | undefined): Promise<RunningArm[]> {
  const started: RunningArm[] = [];
  while (started.length < count) started.push(await startArm(order, profileFolder));
  return started;
}

/** Seconds until all nodes together have delivered so many. */
async function drainTogether(all: readonly RunningArm[], deliveries: number): Promise<number> {
  const countAll = async (): Promise<number> => {
    const statuses = await Promise.all(all.map((node) => node.status()));
    return statuses.reduce((sum, { ended }) => sum + ended, 0);
  };
  const until = (await countAll()) + deliveries;
  const start = performance.now();
  await Promise.all(all.map((node) => node.begin()));
  while ((await countAll()) < until) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(all.map((node) => node.halt()));
  return seconds;
}

function rowOf({ name, arm, nodes: count }: Contender, rates: readonly number[]): string[] {
  const [first = 0] = rates;
  const last = rates.at(-1) ?? 0;
  const ours = arm === 'portcullis-postgres';
  const rounded = (value: number): string => Math.round(value).toLocaleString('en');
  return [
    name,
    rounded(first),
    rounded(last),
    rounded(spreadOf(rates).median),
    ours && count === 1 ? judge({ is: 'at least', value: 8000 }, first, rounded) : '',
    `**${(last / first).toFixed(2)} x**`,
    ours ? judge({ is: 'at least', value: 0.9 }, last / first) : '',
  ];
}
