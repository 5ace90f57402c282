import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRoundRobinScheduler } from './round-robin-scheduler.ts';
import { createWaitingEndpoints } from './waiting-endpoints.ts';

const QUANTUM = 4;
const ROUNDS = 60;

/** Serves as many deliveries as are free, each queue without end; returns the deliveries of each queue in the order of service. */
function serveOnce(waiting: ReturnType<typeof createWaitingEndpoints>, places: number): readonly [number, number][] {
  let free = places;
  const served: [number, number][] = [];
  waiting.serve(
    () => free,
    (webhookId, most) => {
      const count = Math.min(most, free);
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
    waiting.know(1, 'a');
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
      waiting.know(webhookId, 'large');
      waiting.add(webhookId);
    }
    waiting.know(1001, 'small');
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
      waiting.know(webhookId, tenant);
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
      fc.property(endpoints, fc.integer({ min: 8, max: 64 }), (counts, places) => {
        const waiting = createWaitingEndpoints(QUANTUM);
        const tenantOf = new Map<number, number>();
        for (const [tenant, count] of counts.entries()) {
          for (let each = 0; each < count; each += 1) {
            const webhookId = tenantOf.size + 1;
            tenantOf.set(webhookId, tenant);
            waiting.know(webhookId, `tenant ${tenant}`);
            waiting.add(webhookId);
          }
        }
        const served = counts.map(() => 0);
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const [webhookId, count] of serveOnce(waiting, places)) {
            served[tenantOf.get(webhookId) ?? 0] = (served[tenantOf.get(webhookId) ?? 0] ?? 0) + count;
            waiting.add(webhookId);
          }
        }
        const share = Math.floor(places / counts.length);
        expect(Math.min(...served)).toBeGreaterThanOrEqual(0.8 * ROUNDS * share - places);
      }),
    );
  });

  it('are known once they were claimed from, and keep their place until then', () => {
    const waiting = createWaitingEndpoints(QUANTUM);
    for (const webhookId of [1, 2, 3]) waiting.add(webhookId);
    waiting.know(2, 'a');
    waiting.know(3, 'a');
    expect(waiting.has(2)).toBe(true);
    expect(serveOnce(waiting, 12).map(([webhookId]) => webhookId)).toEqual([1, 2, 3]);
    expect(waiting.some(() => true)).toBe(false);
  });
});

describe('while a tenant with a thousand endpoints has all places', () => {
  const TOTAL = 64;
  /** The additional places for other tenants. */
  const ADDITIONAL = TOTAL / 8;

  function createBusy() {
    const scheduler = createRoundRobinScheduler({ total: TOTAL, perEndpoint: 16, quantum: QUANTUM });
    for (let webhookId = 1; webhookId <= 1000; webhookId += 1) {
      scheduler.know(webhookId, 'large');
      scheduler.add(webhookId);
    }
    for (const { webhookId, want } of scheduler.take()) scheduler.claimed(webhookId, want, 'now');
    return scheduler;
  }

  it('the queue of another tenant gets additional places, up to four', () => {
    const scheduler = createBusy();
    expect(scheduler.hasReady()).toBe(false);
    scheduler.know(2000, 'small');
    scheduler.add(2000);
    expect([scheduler.hasReady(), scheduler.hasUrgent()]).toEqual([true, true]);
    expect(scheduler.take()).toEqual([{ webhookId: 2000, want: 4, atOnce: 4 }]);
    scheduler.claimed(2000, 4, 'now');
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.take()).toEqual([]);
    scheduler.ended(2000, true);
    expect(scheduler.take()).toEqual([{ webhookId: 2000, want: 1, atOnce: 1 }]);
  });

  it('other tenants together get an eighth of the places in addition', () => {
    const scheduler = createBusy();
    for (let webhookId = 2000; webhookId < 2010; webhookId += 1) {
      scheduler.know(webhookId, `small-${webhookId}`);
      scheduler.add(webhookId);
    }
    expect(scheduler.take().reduce((sum, { want }) => sum + want, 0)).toBe(ADDITIONAL);
    expect(scheduler.hasReady()).toBe(false);
  });

  it('the queue of an unknown tenant waits for a place, and is then served first', () => {
    const scheduler = createBusy();
    scheduler.add(2000);
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.take()).toEqual([]);
    for (let ended = 0; ended < 4; ended += 1) scheduler.ended(1, true);
    expect(scheduler.take().map(({ webhookId }) => webhookId)).toContain(2000);
  });
});

it('while tenants with few deliveries take every place that becomes free, the queue of an unknown tenant is served, too', () => {
  const scheduler = createRoundRobinScheduler({ total: 8, perEndpoint: 8, quantum: 1 });
  const leased: number[] = [];
  const claim = (): void => {
    for (const { webhookId } of scheduler.take()) {
      scheduler.claimed(webhookId, 1);
      leased.push(webhookId);
    }
  };
  for (let webhookId = 1; webhookId <= 20; webhookId += 1) {
    scheduler.know(webhookId, `small-${webhookId}`);
    scheduler.add(webhookId);
  }
  claim();
  scheduler.add(2000);
  for (let ended = 0; ended < 40; ended += 1) {
    const webhookId = leased.shift() ?? 0;
    scheduler.ended(webhookId, true);
    // It has one delivery in progress, and always another one that is due.
    scheduler.add(webhookId);
    claim();
  }
  expect(leased).toContain(2000);
});
