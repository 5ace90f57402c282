import { describe, expect, it } from 'vitest';
import { type Cluster, simulateCluster } from './simulate-cluster.ts';

const COSTS = { node: 150, store: 50, receiver: 0 };
const CLUSTER: Cluster = {
  nodes: 1,
  machines: { kind: 'own machines', storeCores: 4 },
  costs: COSTS,
  concurrency: 128,
  responseMs: 1,
  syncMs: 0.5,
  seconds: 2,
  seed: 1,
};

describe('a simulated cluster', () => {
  it('delivers as fast as the thread of a node can compute, if all other parts have time', () => {
    const { rate, nodeUse } = simulateCluster(CLUSTER);
    expect(rate / (1e6 / COSTS.node)).toBeCloseTo(1, 1);
    expect(nodeUse).toBeCloseTo(1, 1);
  });

  it('delivers as fast as the database can compute, with more nodes than it can serve', () => {
    const { rate, storeUse } = simulateCluster({
      ...CLUSTER,
      nodes: 8,
      machines: { kind: 'own machines', storeCores: 1 },
    });
    expect(rate / (1e6 / COSTS.store)).toBeCloseTo(1, 1);
    expect(storeUse).toBeCloseTo(1, 1);
  });

  it('delivers as fast as all cores can compute, if all parts share one machine', () => {
    const machines = { kind: 'one machine', cores: 2 } as const;
    const { rate } = simulateCluster({ ...CLUSTER, nodes: 4, machines, costs: { ...COSTS, receiver: 50 } });
    expect(rate / (2e6 / 250)).toBeCloseTo(1, 1);
  });

  it('delivers as fast as slow receivers permit, with a limit of concurrent deliveries', () => {
    const { rate } = simulateCluster({ ...CLUSTER, concurrency: 16, responseMs: 100, seconds: 20 });
    expect(rate / 158).toBeCloseTo(1, 1);
  });

  it('delivers at the rate at which deliveries become due, with a latency that grows with the use', () => {
    const quiet = simulateCluster({ ...CLUSTER, perSecond: 1000 });
    const busy = simulateCluster({ ...CLUSTER, perSecond: 6000 });
    expect(quiet.rate / 1000).toBeCloseTo(1, 1);
    expect(busy.p99).toBeGreaterThan(2 * quiet.p99);
  });

  it('behaves in the same way for the same seed', () => {
    expect(simulateCluster(CLUSTER)).toEqual(simulateCluster(CLUSTER));
  });
});
