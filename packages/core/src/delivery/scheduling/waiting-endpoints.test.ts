import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWaitingEndpoints } from './waiting-endpoints.ts';

const QUANTUM = 4;
const ROUNDS = 60;

/** Serves as many deliveries as are free, each queue without end; returns the deliveries of each queue in the order of service. */
function serveOnce(waiting: ReturnType<typeof createWaitingEndpoints>, permits: number): readonly [number, number][] {
  let free = permits;
  const served: [number, number][] = [];
  waiting.serve(
    () => free,
    (webhookId, max) => {
      const count = Math.min(max, free);
      waiting.delete(webhookId);
      free -= count;
      served.push([webhookId, count]);
      return count;
    },
  );
  return served;
}

describe('an endpoint queue that was never claimed from', () => {
  it('does not wait for the earlier claims of other such queues', () => {
    const waiting = createWaitingEndpoints(QUANTUM);
    for (const webhookId of [1, 2, 3]) waiting.add(webhookId);
    expect(serveOnce(waiting, 12)).toHaveLength(3);
    waiting.setTenant(1, 'a');
    waiting.add(1);
    waiting.add(4);
    expect(serveOnce(waiting, QUANTUM)).toEqual([[1, QUANTUM]]);
    waiting.add(1);
    expect(serveOnce(waiting, QUANTUM)).toEqual([[4, QUANTUM]]);
  });
});

describe('tenants that wait', () => {
  it('take turns, regardless of their numbers of endpoints', () => {
    const waiting = createWaitingEndpoints(QUANTUM);
    for (let webhookId = 1; webhookId <= 1000; webhookId += 1) {
      waiting.setTenant(webhookId, 'large');
      waiting.add(webhookId);
    }
    waiting.setTenant(1001, 'small');
    waiting.add(1001);
    const served = serveOnce(waiting, 128);
    expect(served.find(([webhookId]) => webhookId === 1001)?.[1]).toBeGreaterThan(0);
    expect(served.reduce((sum, [, count]) => sum + count, 0)).toBe(128);
  });

  it('go first at the next service if they were not reached', () => {
    const waiting = createWaitingEndpoints(QUANTUM);
    for (const [webhookId, tenant] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ] as const) {
      waiting.setTenant(webhookId, tenant);
      waiting.add(webhookId);
    }
    expect(serveOnce(waiting, 4)).toEqual([[1, 4]]);
    waiting.add(1);
    expect(serveOnce(waiting, 8).map(([webhookId]) => webhookId)).toEqual([2, 3]);
    expect(serveOnce(waiting, 8).map(([webhookId]) => webhookId)).toEqual([1]);
  });

  it('get their share with any numbers of endpoints', () => {
    const endpoints = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(endpoints, fc.integer({ min: 8, max: 64 }), (counts, permits) => {
        const waiting = createWaitingEndpoints(QUANTUM);
        const tenantOf = new Map<number, number>();
        for (const [tenant, count] of counts.entries()) {
          for (let each = 0; each < count; each += 1) {
            const webhookId = tenantOf.size + 1;
            tenantOf.set(webhookId, tenant);
            waiting.setTenant(webhookId, `tenant ${tenant}`);
            waiting.add(webhookId);
          }
        }
        const served = counts.map(() => 0);
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const [webhookId, count] of serveOnce(waiting, permits)) {
            served[tenantOf.get(webhookId) ?? 0] = (served[tenantOf.get(webhookId) ?? 0] ?? 0) + count;
            waiting.add(webhookId);
          }
        }
        const share = Math.floor(permits / counts.length);
        expect(Math.min(...served)).toBeGreaterThanOrEqual(0.8 * ROUNDS * share - permits);
      }),
    );
  });

  it('are known once they were claimed from, and keep their position until then', () => {
    const waiting = createWaitingEndpoints(QUANTUM);
    for (const webhookId of [1, 2, 3]) waiting.add(webhookId);
    waiting.setTenant(2, 'a');
    waiting.setTenant(3, 'a');
    expect(waiting.has(2)).toBe(true);
    expect(serveOnce(waiting, 12).map(([webhookId]) => webhookId)).toEqual([1, 2, 3]);
    expect(waiting.some(() => true)).toBe(false);
  });
});
