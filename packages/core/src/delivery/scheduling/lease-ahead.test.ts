import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRoundRobinScheduler } from './round-robin-scheduler.ts';

describe('leasing ahead', () => {
  /** An endpoint queue at its cap of 4 of which so many have ended since its last claim. */
  function atCap({ total = 128, ahead = true, ended = 0, quickly = true } = {}) {
    const scheduler = createRoundRobinScheduler({ total, perEndpoint: 4, quantum: 4 });
    scheduler.add(1);
    scheduler.take();
    scheduler.setLimits(1, { cap: undefined, ahead });
    scheduler.claimed(1, 4, 'now');
    for (let each = 0; each < ended; each += 1) scheduler.ended(1, quickly);
    return scheduler;
  }

  it('is for twice as many as have ended quickly since the previous claim', () => {
    const scheduler = atCap({ ended: 2 });
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 2 + 2 * 2 })]);
    scheduler.claimed(1, 6, 'now');
    expect(scheduler.leased).toBe(8);
    expect(scheduler.hasReady()).toBe(false);
    scheduler.ended(1, true);
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.hasUrgent()).toBe(false);
    scheduler.ended(1, true);
    scheduler.ended(1, true);
    expect(scheduler.hasReady()).toBe(true);
    expect(scheduler.hasUrgent()).toBe(false);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 + 2 * 3 - 5 })]);
  });

  it('is for sixty at most', () => {
    const scheduler = createRoundRobinScheduler({ total: 1000, perEndpoint: 100, quantum: 4 });
    scheduler.add(1);
    scheduler.take();
    scheduler.setLimits(1, { cap: undefined, ahead: true });
    scheduler.claimed(1, 100, 'now');
    for (let each = 0; each < 40; each += 1) scheduler.ended(1, true);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 40 + 60 })]);
  });

  it('continues if all leased deliveries have ended before the next claim', () => {
    expect(atCap({ ended: 4 }).take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 + 2 * 4 })]);
  });

  it('counts deliveries that end during a claim from their endpoint queue', () => {
    const scheduler = atCap({ ended: 2 });
    scheduler.take();
    scheduler.ended(1, true);
    scheduler.setLimits(1, { cap: undefined, ahead: true });
    scheduler.claimed(1, 6, 'now');
    expect(scheduler.take()).toEqual([]);
    scheduler.ended(1, true);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 + 2 * 2 - 6 })]);
  });

  it('stops after a delivery that was not quick', () => {
    const scheduler = atCap({ ended: 3 });
    scheduler.ended(1, false);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 })]);
  });

  it('leaves half of all permits to others', () => {
    const scheduler = atCap({ total: 12, ended: 4 });
    scheduler.add(2);
    expect(scheduler.take()).toEqual([
      expect.objectContaining({ webhookId: 1, want: 6 }),
      expect.objectContaining({ webhookId: 2, want: 4 }),
    ]);
    scheduler.claimed(1, 6, 'now');
    scheduler.ended(1, true);
    expect(scheduler.take()).toEqual([]);
    expect(scheduler.hasReady()).toBe(false);
    scheduler.ended(1, true);
    scheduler.ended(1, true);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 1 })]);
  });

  it('stops for an endpoint queue when another one is ready to use its share', () => {
    const scheduler = atCap({ total: 12, ended: 1 });
    scheduler.take();
    scheduler.claimed(1, 3, 'now');
    scheduler.ended(1, true);
    scheduler.ended(1, true);
    scheduler.add(2);
    expect(scheduler.hasReady()).toBe(true);
    const [first, second] = scheduler.take();
    expect(first).toEqual(expect.objectContaining({ webhookId: 1, want: 2 }));
    expect(second).toEqual(expect.objectContaining({ webhookId: 2, want: 4 }));
  });

  it('does not happen where leased deliveries count as in flight on other nodes', () => {
    expect(atCap({ ahead: false, ended: 2 }).take()).toEqual([expect.objectContaining({ webhookId: 1, want: 2 })]);
    const scheduler = atCap({ ended: 2 });
    scheduler.setLimits(1, { cap: 2, ahead: false });
    expect(scheduler.take()).toEqual([]);
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.capOf(1)).toBe(2);
    scheduler.ended(1, true);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 1 })]);
  });

  it('begins again after the endpoint queue was idle', () => {
    const scheduler = createRoundRobinScheduler({ total: 128, perEndpoint: 4, quantum: 4 });
    scheduler.add(1);
    scheduler.take();
    scheduler.setLimits(1, { cap: undefined, ahead: true });
    scheduler.claimed(1, 4);
    for (let each = 0; each < 4; each += 1) scheduler.ended(1, true);
    expect(scheduler.isIdle(1)).toBe(true);
    scheduler.add(1);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 })]);
    scheduler.claimed(1, 0);
    expect(scheduler.isIdle(1)).toBe(true);
  });

  it('begins again after a claim that found nothing', () => {
    const scheduler = atCap({ ended: 3 });
    scheduler.take();
    scheduler.ended(1, true);
    scheduler.claimed(1, 0);
    expect(scheduler.isIdle(1)).toBe(true);
    scheduler.add(1);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 4 })]);
  });

  it('is not urgent, unlike an endpoint queue that could send at once', () => {
    const scheduler = atCap({ ended: 1 });
    expect(scheduler.hasUrgent()).toBe(true);
    scheduler.take();
    scheduler.claimed(1, 3, 'now');
    scheduler.ended(1, true);
    scheduler.ended(1, true);
    expect(scheduler.hasReady()).toBe(true);
    expect(scheduler.hasUrgent()).toBe(false);
    scheduler.ended(1, true);
    expect(scheduler.hasUrgent()).toBe(true);
  });

  it('takes no more permits than there are, and none of the last half', () => {
    const step = fc.record({
      endpointQueue: fc.integer({ min: 1, max: 4 }),
      quickly: fc.boolean(),
      adds: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 200 }), (total, steps) => {
        const perEndpoint = 3;
        const scheduler = createRoundRobinScheduler({ total, perEndpoint, quantum: 2 });
        const leased = new Map<number, number>();
        const sum = (of: (count: number) => number) => [...leased.values()].reduce((all, count) => all + of(count), 0);
        for (const { endpointQueue, quickly, adds } of steps) {
          const count = leased.get(endpointQueue) ?? 0;
          if (adds || count === 0) scheduler.add(endpointQueue);
          else {
            leased.set(endpointQueue, count - 1);
            scheduler.ended(endpointQueue, quickly);
          }
          for (const { webhookId, want } of scheduler.take()) {
            leased.set(webhookId, (leased.get(webhookId) ?? 0) + want);
            scheduler.setLimits(webhookId, { cap: undefined, ahead: webhookId !== 4 });
            scheduler.claimed(webhookId, want, 'now');
            expect(sum((each) => each)).toBeLessThanOrEqual(total);
            const isAhead = (leased.get(webhookId) ?? 0) > perEndpoint;
            if (isAhead) expect(sum((each) => each)).toBeLessThanOrEqual(total / 2);
          }
          expect(leased.get(4) ?? 0).toBeLessThanOrEqual(perEndpoint);
          expect(scheduler.leased).toBe(sum((each) => each));
          expect(scheduler.hasReady()).toBe(false);
        }
      }),
    );
  });
});
