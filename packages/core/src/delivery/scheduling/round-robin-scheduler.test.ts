import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRoundRobinScheduler } from './round-robin-scheduler.ts';

describe('the round-robin scheduler', () => {
  it('serves queues in the order of arrival, each up to the quantum', () => {
    const scheduler = createRoundRobinScheduler({ total: 10, perEndpoint: 10, quantum: 4 });
    for (const endpointQueue of [3, 1, 2, 1]) scheduler.add(endpointQueue);
    expect(scheduler.take()).toEqual([
      expect.objectContaining({ webhookId: 3, want: 4 }),
      expect.objectContaining({ webhookId: 1, want: 4 }),
      expect.objectContaining({ webhookId: 2, want: 2 }),
    ]);
    expect(scheduler.take()).toEqual([]);
  });

  it('grants an endpoint queue more than the quantum if few endpoint queues wait', () => {
    const scheduler = createRoundRobinScheduler({ total: 128, perEndpoint: 64, quantum: 4 });
    for (const endpointQueue of [1, 2]) scheduler.add(endpointQueue);
    expect(scheduler.take()).toEqual([
      expect.objectContaining({ webhookId: 1, want: 64 }),
      expect.objectContaining({ webhookId: 2, want: 64 }),
    ]);
  });

  it('moves an endpoint queue with more work after the others', () => {
    const scheduler = createRoundRobinScheduler({ total: 1, perEndpoint: 10, quantum: 1 });
    for (const endpointQueue of [1, 2]) scheduler.add(endpointQueue);
    const claims: number[] = [];
    for (let claim = 0; claim < 5; claim += 1) {
      const [request] = scheduler.take();
      claims.push(request?.webhookId ?? 0);
      scheduler.claimed(request?.webhookId ?? 0, 1, 'now');
      scheduler.ended(request?.webhookId ?? 0, true);
    }
    expect(claims).toEqual([1, 2, 1, 2, 1]);
  });

  it('leaves an endpoint queue at its cap out until one of its deliveries ends', () => {
    const scheduler = createRoundRobinScheduler({ total: 10, perEndpoint: 2, quantum: 4 });
    scheduler.add(1);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 2 })]);
    scheduler.claimed(1, 2, 'now');
    scheduler.add(1);
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.take()).toEqual([]);
    scheduler.ended(1, true);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 1 })]);
    expect(scheduler.isIdle(1)).toBe(false);
  });

  it('keeps the caps of a hundred thousand endpoint queues, the newest ones', () => {
    const scheduler = createRoundRobinScheduler({ total: 10, perEndpoint: 2, quantum: 4 });
    for (let webhookId = 1; webhookId <= 100_001; webhookId += 1)
      scheduler.setLimits(webhookId, { cap: 1, ahead: false });
    expect([1, 2, 100_001].map(scheduler.capOf)).toEqual([2, 1, 1]);
  });

  it('keeps a wake-up that arrives during a claim from the endpoint queue', () => {
    const scheduler = createRoundRobinScheduler({ total: 10, perEndpoint: 2, quantum: 4 });
    scheduler.add(1);
    scheduler.take();
    scheduler.add(1);
    expect(scheduler.take()).toEqual([]);
    scheduler.claimed(1, 0);
    expect(scheduler.take()).toEqual([expect.objectContaining({ webhookId: 1, want: 2 })]);
    scheduler.claimed(1, 0);
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.isIdle(1)).toBe(true);
    expect(scheduler.leased).toBe(0);
  });

  it('skips an endpoint queue that is being claimed', () => {
    const scheduler = createRoundRobinScheduler({ total: 10, perEndpoint: 2, quantum: 4 });
    scheduler.add(1);
    scheduler.take();
    scheduler.add(1);
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.hasUrgent()).toBe(false);
    expect(scheduler.isWaiting(1)).toBe(true);
    scheduler.add(2);
    expect(scheduler.hasReady()).toBe(true);
    expect(scheduler.hasUrgent()).toBe(true);
  });

  it('starves no endpoint queue: a ready one waits for at most one batch of each other one', () => {
    const endpointQueues = fc.integer({ min: 2, max: 8 });
    const ends = fc.array(fc.nat(100), { minLength: 50, maxLength: 100 });
    fc.assert(
      fc.property(endpointQueues, fc.integer({ min: 1, max: 4 }), ends, (count, total, choices) => {
        const perEndpoint = 2;
        const scheduler = createRoundRobinScheduler({ total, perEndpoint, quantum: 2 });
        const running: number[] = [];
        const runningIn = (endpointQueue: number) => running.filter((each) => each === endpointQueue).length;
        /** The number of batches before an endpoint queue became ready. */
        const readySince = new Map<number, number>();
        let claims = 0;
        let longestWait = 0;
        let most = 0;
        for (let endpointQueue = 1; endpointQueue <= count; endpointQueue += 1) {
          scheduler.add(endpointQueue);
          readySince.set(endpointQueue, 0);
        }
        for (const choice of choices) {
          for (const { webhookId, want } of scheduler.take()) {
            longestWait = Math.max(longestWait, claims - (readySince.get(webhookId) ?? Number.NEGATIVE_INFINITY));
            claims += 1;
            running.push(...Array.from({ length: want }, () => webhookId));
            scheduler.claimed(webhookId, want, 'now');
            readySince.set(webhookId, claims);
            most = Math.max(most, runningIn(webhookId));
          }
          const [ended] = running.splice(choice % running.length, 1) as [number];
          if (runningIn(ended) === perEndpoint - 1) readySince.set(ended, claims);
          scheduler.ended(ended, true);
        }
        expect(longestWait).toBeLessThan(count);
        expect(most).toBeLessThanOrEqual(perEndpoint);
        expect(scheduler.leased).toBe(running.length);
      }),
    );
  });
});
