import { describe, expect, it } from 'vitest';
import { createRoundRobinScheduler } from './round-robin-scheduler.ts';

describe('while a tenant with a thousand endpoints has all permits', () => {
  const TOTAL = 64;
  /** The additional permits for other tenants. */
  const ADDITIONAL = TOTAL / 8;

  function createBusy() {
    const scheduler = createRoundRobinScheduler({ total: TOTAL, perEndpoint: 16, quantum: 4 });
    for (let webhookId = 1; webhookId <= 1000; webhookId += 1) {
      scheduler.setTenant(webhookId, 'large');
      scheduler.add(webhookId);
    }
    for (const { webhookId, want } of scheduler.take()) scheduler.claimed(webhookId, want, 'now');
    return scheduler;
  }

  it('the queue of another tenant gets additional permits, up to four', () => {
    const scheduler = createBusy();
    expect(scheduler.hasReady()).toBe(false);
    scheduler.setTenant(2000, 'small');
    scheduler.add(2000);
    expect([scheduler.hasReady(), scheduler.hasUrgent()]).toEqual([true, true]);
    expect(scheduler.take()).toEqual([{ webhookId: 2000, want: 4, atOnce: 4 }]);
    scheduler.claimed(2000, 4, 'now');
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.take()).toEqual([]);
    scheduler.ended(2000, true);
    expect(scheduler.take()).toEqual([{ webhookId: 2000, want: 1, atOnce: 1 }]);
  });

  it('other tenants together get an eighth of the permits in addition', () => {
    const scheduler = createBusy();
    for (let webhookId = 2000; webhookId < 2010; webhookId += 1) {
      scheduler.setTenant(webhookId, `small-${webhookId}`);
      scheduler.add(webhookId);
    }
    expect(scheduler.take().reduce((sum, { want }) => sum + want, 0)).toBe(ADDITIONAL);
    expect(scheduler.hasReady()).toBe(false);
  });

  it('a new delivery of another tenant gets one, unless the tenant has four deliveries in progress', () => {
    const scheduler = createBusy();
    expect([2000, 2001, 2002, 2003, 2004].map((webhookId) => scheduler.reserve(webhookId, 'small'))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('the queue of an unknown tenant waits for a permit, and is then served first', () => {
    const scheduler = createBusy();
    scheduler.add(2000);
    expect(scheduler.hasReady()).toBe(false);
    expect(scheduler.take()).toEqual([]);
    for (let ended = 0; ended < 4; ended += 1) scheduler.ended(1, true);
    expect(scheduler.take().map(({ webhookId }) => webhookId)).toContain(2000);
  });
});

it('while tenants with few deliveries take every permit that becomes free, the queue of an unknown tenant is served, too', () => {
  const scheduler = createRoundRobinScheduler({ total: 8, perEndpoint: 8, quantum: 1 });
  const leased: number[] = [];
  const claim = (): void => {
    for (const { webhookId } of scheduler.take()) {
      scheduler.claimed(webhookId, 1);
      leased.push(webhookId);
    }
  };
  for (let webhookId = 1; webhookId <= 20; webhookId += 1) {
    scheduler.setTenant(webhookId, `small-${webhookId}`);
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
