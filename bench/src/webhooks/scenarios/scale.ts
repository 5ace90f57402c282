import { availableParallelism } from 'node:os';
import type { Table } from '../../report/print-table.ts';
import { spreadOf } from '../../report/spread.ts';
import { type DeliveryCosts, type Simulation, simulateCluster } from '../../scale/simulate-cluster.ts';
import { processorMicros } from '../../testing/processor-time.ts';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';
import { drainTogether, openCluster } from './nodes.ts';
import type { Bench, Scenario } from './scenario.ts';
import { warmUp } from './with-contender.ts';

const ENDPOINTS = 100;
/** The numbers of nodes that can be measured on this machine. */
const MEASURED_NODES = [1, 2];
const SIMULATED_NODES = [1, 2, 4, 8, 16, 32, 64];
const STORE_CORES = [4, 16, 64];
/** The library's default, on this machine. */
const CONCURRENCY = 128;
/** Enough for receivers that take 50 ms. With the default, a node would mostly wait for responses. */
const CONCURRENCY_ELSEWHERE = 512;
/** A receiver in the same region, and a disk that is written over a network. */
const ELSEWHERE = { responseMs: 50, syncMs: 1 };
/** This machine. */
const HERE = { responseMs: 0, syncMs: 0.4 };
/** The share of its highest rate at which a cluster's latency is simulated. */
const USED_SHARE = 0.7;

interface Measured {
  readonly rate: number;
  readonly costs: DeliveryCosts;
}

/** The costs of a delivery on PostgreSQL, and the simulated rates of clusters of 1 to 64 nodes at these costs. */
export const scale: Scenario = {
  needs: { postgres: true, redis: false },
  async run(bench) {
    if (process.platform !== 'linux') throw new Error('The processor time of PostgreSQL is only known on Linux.');
    const receiver = await bench.startReceiver(ENDPOINTS);
    const measured = new Map<number, readonly Measured[]>();
    for (const nodes of MEASURED_NODES) measured.set(nodes, await measureNodes(bench, receiver, nodes));
    const costs = medianCosts(measured.get(1) ?? []);
    return [comparedTable(measured, costs), ratesTable(costs)];
  },
};

async function measureNodes(bench: Bench, receiver: Receiver, nodes: number): Promise<readonly Measured[]> {
  const { rounds, deliveries } = bench.sizes.scale;
  const variant = { name: `${nodes} nodes`, contender: 'portcullis-postgres' as const, nodes };
  const { first, all, close } = await openCluster(bench, variant, receiver);
  const runs: Measured[] = [];
  try {
    for (const node of all) await warmUp(node, bench.sizes.warmUp);
    await checkReceived(bench, receiver, { deliveries: bench.sizes.warmUp * nodes, what: 'scale, warming up' });
    for (let round = 0; round < rounds; round += 1) {
      await first.fill(deliveries, 'several processes');
      const before = partsNow();
      const seconds = await drainTogether(all, deliveries);
      const spent = partsNow();
      const micros = (part: keyof DeliveryCosts): number => (spent[part] - before[part]) / deliveries;
      const costs = { node: micros('node'), store: micros('store'), receiver: micros('receiver') };
      runs.push({ rate: deliveries / seconds, costs });
      bench.progress(`${variant.name}, round ${round + 1}: ${(deliveries / seconds).toFixed(0)} a second`);
      await checkReceived(bench, receiver, { deliveries, what: `scale, ${variant.name}` });
    }
  } finally {
    await close();
  }
  return runs;
}

function partsNow(): DeliveryCosts {
  return {
    node: processorMicros(/contender-process/),
    store: processorMicros(/postgres/),
    receiver: processorMicros(/nginx|node-receiver-process/),
  };
}

function medianCosts(runs: readonly Measured[]): DeliveryCosts {
  const median = (part: keyof DeliveryCosts): number => spreadOf(runs.map(({ costs }) => costs[part])).median;
  return { node: median('node'), store: median('store'), receiver: median('receiver') };
}

function comparedTable(measured: ReadonlyMap<number, readonly Measured[]>, costs: DeliveryCosts): Table {
  const rows = [...measured].map(([nodes, runs]) => {
    const { node, store, receiver } = medianCosts(runs);
    const machines = { kind: 'one machine', cores: availableParallelism() } as const;
    const cluster = { nodes, machines, costs, concurrency: CONCURRENCY, ...HERE, seconds: 4, seed: nodes };
    const { rate } = simulateCluster(cluster);
    const median = spreadOf(runs.map((run) => run.rate)).median;
    return [
      String(nodes),
      node.toFixed(0),
      store.toFixed(0),
      receiver.toFixed(0),
      median.toFixed(0),
      rate.toFixed(0),
      `**${(rate / median).toFixed(2)} x**`,
    ];
  });
  return {
    title: `Webhooks, scale: processor us/delivery, and deliveries a second on these ${availableParallelism()} cores`,
    columns: [
      'nodes',
      'node',
      'database',
      'receiver',
      'measured',
      'simulated with the costs of one node',
      'simulated is',
    ],
    rows,
  };
}

function ratesTable(costs: DeliveryCosts): Table {
  return {
    title: 'Webhooks, scale: simulated deliveries a second, with machines of their own',
    columns: [
      'nodes',
      ...STORE_CORES.flatMap((cores) => [`database of ${cores} cores`, 'busiest', 'p50, p99 ms at 70 %']),
    ],
    rows: SIMULATED_NODES.map((nodes) => [
      String(nodes),
      ...STORE_CORES.flatMap((storeCores) => {
        const machines = { kind: 'own machines', storeCores } as const;
        const concurrency = CONCURRENCY_ELSEWHERE;
        const cluster = { nodes, machines, costs, concurrency, ...ELSEWHERE, seconds: 1, seed: nodes };
        const full = simulateCluster(cluster);
        const used = simulateCluster({ ...cluster, perSecond: full.rate * USED_SHARE });
        const latency = `${used.p50.toFixed(1)}, ${used.p99.toFixed(1)}`;
        return [Math.round(full.rate).toLocaleString('en'), busiestOf(full), latency];
      }),
    ]),
  };
}

/** The part that limits the rate. */
function busiestOf({ nodeUse, storeUse }: Simulation): string {
  if (storeUse > 0.95) return 'database';
  return nodeUse > 0.95 ? 'nodes' : 'responses';
}
