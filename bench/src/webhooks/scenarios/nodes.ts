import { spreadOf } from '../../report/spread.ts';
import { CONTENDER_TITLES, type ContenderName } from '../contenders/contender.ts';
import { type RunningContender, startContender } from '../contenders/start-contender.ts';
import { goalCell } from '../goal.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';
import { type Bench, orderOf, type Scenario } from './scenario.ts';
import { openContender, warmUp } from './with-contender.ts';

const ENDPOINTS = 100;
/** Milliseconds between two checks of the progress of all nodes. */
const SCAN_MS = 5;

interface Variant {
  readonly name: string;
  readonly contender: ContenderName;
  readonly nodes: number;
}

/** The speed at which one node and several nodes deliver a backlog in PostgreSQL, on a new schema and on a used one. */
export const nodes: Scenario = {
  needs: { postgres: true, redis: false },
  async run(bench) {
    const { counts, runs, deliveries } = bench.sizes.nodes;
    const variants: Variant[] = [
      ...counts.map((count) => ({ name: nameOf(count), contender: 'portcullis-postgres' as const, nodes: count })),
      { name: CONTENDER_TITLES['graphile-worker'], contender: 'graphile-worker', nodes: 1 },
      { name: CONTENDER_TITLES['pg-boss'], contender: 'pg-boss', nodes: 1 },
    ];
    const receiver = await bench.startReceiver(ENDPOINTS);
    const rates = await measureAlternately(bench, variants, receiver);
    return {
      title: `Webhooks, PostgreSQL: deliveries a second, ${deliveries.toLocaleString('en')} a run, ${runs} runs on one schema`,
      columns: ['contender', 'first run', 'last run', 'median', 'goal of the first', 'last is, of the first', 'goal'],
      rows: variants.map((variant) => rowOf(variant, rates.get(variant) ?? [])),
    };
  },
};

function nameOf(nodes: number): string {
  return `${CONTENDER_TITLES['portcullis-postgres']}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
}

/** The nodes of a variant, on one schema. */
interface Cluster {
  readonly variant: Variant;
  readonly first: RunningContender;
  readonly all: readonly RunningContender[];
  close(): Promise<void>;
}

/** All clusters exist from beginning to end. While one is measured, the others are suspended. */
async function measureAlternately(bench: Bench, variants: readonly Variant[], receiver: Receiver) {
  const clusters: Cluster[] = [];
  const rates = new Map<Variant, number[]>(variants.map((variant) => [variant, []]));
  try {
    for (const variant of variants) clusters.push(await openCluster(bench, variant, receiver));
    for (let run = 0; run < bench.sizes.nodes.runs; run += 1) {
      for (const cluster of orderOf(clusters, run)) {
        const rate = await measureRun(bench, cluster, receiver, run);
        rates.get(cluster.variant)?.push(rate);
      }
    }
  } finally {
    for (const cluster of clusters) await cluster.close();
  }
  return rates;
}

/** Starts the nodes of a variant, each in a separate process. */
export async function openCluster(bench: Bench, variant: Variant, { urls }: Receiver): Promise<Cluster> {
  const { contender: first, order, close } = await openContender(bench, { contender: variant.contender, urls });
  const others: RunningContender[] = [];
  const closeAll = async (): Promise<void> => {
    for (const node of others) await node.stop();
    await close();
  };
  try {
    while (others.length < variant.nodes - 1) others.push(await startContender(order, bench.processes ?? {}));
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { variant, first, all: [first, ...others], close: closeAll };
}

/**
 * Deliveries per second. Each node is warmed up shortly before its first run, so that until then all schemas are new.
 */
async function measureRun(bench: Bench, { variant, first, all }: Cluster, receiver: Receiver, run: number) {
  const { deliveries } = bench.sizes.nodes;
  const { name } = variant;
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

/** Seconds until all nodes together have made this number of deliveries. */
export async function drainTogether(all: readonly RunningContender[], deliveries: number): Promise<number> {
  const countAll = async (): Promise<number> => {
    const statuses = await Promise.all(all.map((node) => node.status()));
    return statuses.reduce((sum, { ended }) => sum + ended, 0);
  };
  const until = (await countAll()) + deliveries;
  const start = performance.now();
  await Promise.all(all.map((node) => node.begin()));
  while ((await countAll()) < until) await new Promise((resolve) => setTimeout(resolve, SCAN_MS));
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(all.map((node) => node.halt()));
  return seconds;
}

function rowOf({ name, contender, nodes: count }: Variant, rates: readonly number[]): string[] {
  const [first = 0] = rates;
  const last = rates.at(-1) ?? 0;
  const ours = contender === 'portcullis-postgres';
  const rounded = (value: number): string => Math.round(value).toLocaleString('en');
  return [
    name,
    rounded(first),
    rounded(last),
    rounded(spreadOf(rates).median),
    ours && count === 1 ? goalCell({ is: 'at least', value: 8000 }, first, rounded) : '',
    `**${(last / first).toFixed(2)} x**`,
    ours ? goalCell({ is: 'at least', value: 0.9 }, last / first) : '',
  ];
}
