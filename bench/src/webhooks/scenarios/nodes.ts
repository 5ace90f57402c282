import { spreadOf } from '../../report/spread.ts';
import { ARMS, type ArmName } from '../arms/arm.ts';
import { type RunningArm, startArm } from '../arms/start-arm.ts';
import { judge } from '../goal.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { openArm, warmUp } from './with-arm.ts';

const ENDPOINTS = 100;
/** Milliseconds between two looks at how far all nodes are. */
const LOOK_MS = 5;

interface Contender {
  readonly name: string;
  readonly arm: ArmName;
  readonly nodes: number;
}

/**
 * The speed at which a backlog in PostgreSQL is delivered, by one node and by several, on a new schema and on a used one.
 */
export const nodes: Scenario = {
  needs: { postgres: true, redis: false },
  async run(bench) {
    const { counts, runs, deliveries } = bench.sizes.nodes;
    const contenders: Contender[] = [
      ...counts.map((count) => ({ name: nameOf(count), arm: 'portcullis-postgres' as const, nodes: count })),
      { name: ARMS['graphile-worker'], arm: 'graphile-worker', nodes: 1 },
      { name: ARMS['pg-boss'], arm: 'pg-boss', nodes: 1 },
    ];
    const receiver = await bench.startReceiver(ENDPOINTS);
    const rates = await measureAlternately(bench, contenders, receiver);
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

/** The nodes of a contender, on one schema. */
interface Cluster {
  readonly contender: Contender;
  readonly first: RunningArm;
  readonly all: readonly RunningArm[];
  close(): Promise<void>;
}

/** All clusters stand from the beginning to the end; the others are halted while one is measured. */
async function measureAlternately(bench: Bench, contenders: readonly Contender[], receiver: Receiver) {
  const clusters: Cluster[] = [];
  const rates = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
  try {
    for (const contender of contenders) clusters.push(await openCluster(bench, contender, receiver));
    for (let run = 0; run < bench.sizes.nodes.runs; run += 1) {
      for (const cluster of orderOf(clusters, run)) {
        const rate = await measureRun(bench, cluster, receiver, run);
        rates.get(cluster.contender)?.push(rate);
      }
    }
  } finally {
    for (const cluster of clusters) await cluster.close();
  }
  return rates;
}

async function openCluster(bench: Bench, contender: Contender, { urls }: Receiver): Promise<Cluster> {
  const { arm: first, order, close } = await openArm(bench, { arm: contender.arm, urls });
  const others: RunningArm[] = [];
  const closeAll = async (): Promise<void> => {
    for (const node of others) await node.stop();
    await close();
  };
  try {
    while (others.length < contender.nodes - 1) others.push(await startArm(order, bench.profileFolder));
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { contender, first, all: [first, ...others], close: closeAll };
}

/** Deliveries a second. Every node is warmed up before its first run, not long before: then all the schemas are as new. */
async function measureRun(bench: Bench, { contender, first, all }: Cluster, receiver: Receiver, run: number) {
  const { deliveries } = bench.sizes.nodes;
  const { name } = contender;
  if (run === 0) {
    for (const node of all) await warmUp(node, bench.sizes.warmUp);
    await checkReceived(bench, receiver, { deliveries: bench.sizes.warmUp * all.length, what: `${name}, warming up` });
  }
  await first.fill(deliveries, 'several processes');
  const rate = deliveries / (await drainTogether(all, deliveries));
  bench.progress(`run ${run + 1}, ${name}: ${rate.toFixed(0)} a second`);
  await checkReceived(bench, receiver, { deliveries, what: `${name}, run ${run + 1}` });
  return rate;
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
