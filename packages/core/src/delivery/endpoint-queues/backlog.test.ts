import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { createWebhookBench, tag } from '../../../tests/webhook-bench.ts';

const settings = { webhookRetrySchedule: [60_000] };

/** An endpoint that takes nothing until it is told to. */
async function createSlow(policy: 'hold' | 'drop-oldest' | 'reject') {
  const gate = { open: false };
  const bench = await createWebhookBench(() => (gate.open ? 200 : 404), {
    settings,
    webhooks: { backlog: { limit: 5, policy } },
    immediateLeases: false,
  });
  const full = bench.emitted('webhook.backlog');
  const id = await bench.subscribe();
  await bench.notify(5);
  await bench.untilIdle();
  return { ...bench, gate, full, id };
}

describe('a full endpoint queue', () => {
  it('keeps newer deliveries aside, which follow in their order as there is room', async () => {
    const bench = await createSlow('hold');
    await bench.notify(4);
    expect(await bench.statuses()).toEqual({ pending: 5, held: 4 });
    expect(bench.full).toEqual([{ webhookId: bench.id, limit: 5, policy: 'hold', operational: false }]);
    expect((await bench.webhooks.get(admin, bench.id)).delivery).toMatchObject({ pending: 5, held: 4 });
    bench.gate.open = true;
    await bench.pass(100_000);
    expect(await bench.statuses()).toEqual({ succeeded: 9 });
    const events = await bench.store.find('events');
    const kept = events.slice(-4).map(({ publicId }) => `${publicId}_${bench.id}`);
    const ids = bench.transport.requests.map(({ headers }) => headers['webhook-id'] as string);
    expect(ids.filter((id) => kept.includes(id))).toEqual(kept);
    expect((await bench.store.find('endpointQueues'))[0]).toMatchObject({ pending: 0, overflow: 0, nextDueAt: null });
  });

  it('drops the oldest delivery and records it', async () => {
    const bench = await createSlow('drop-oldest');
    await bench.notify(2);
    expect(await bench.statuses()).toEqual({ cancelled: 2, pending: 5 });
    const dropped = await bench.store.find('attempts', { where: { errorCode: 'BACKLOG_FULL' } });
    expect(dropped).toMatchObject([{ succeeded: false, errorPhase: 'queue' }, { succeeded: false }]);
    expect(dropped.every(({ eventId }) => eventId <= 5)).toBe(true);
    expect((await bench.store.find('endpointQueues'))[0]).toMatchObject({ pending: 5 });
  });

  it('refuses the notification and writes nothing', async () => {
    const bench = await createSlow('reject');
    expect((await refusalOf(bench.notifications.notify(tag))).code).toBe('WEBHOOK_BACKLOG_FULL');
    expect(await bench.store.find('events')).toHaveLength(5);
  });

  /** Publishes six at once where there is room for three. */
  async function publishSix(policy: 'hold' | 'drop-oldest' | 'reject') {
    const bench = await createWebhookBench(() => 404, {
      settings,
      webhooks: { backlog: { limit: 3, policy } },
      immediateLeases: false,
    });
    const full = bench.emitted('webhook.backlog');
    await bench.subscribe();
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => bench.notifications.notify(tag)));
    const [endpointQueue] = await bench.store.find('endpointQueues');
    return { ...bench, full, endpointQueue, taken: ends.filter(({ status }) => status === 'fulfilled').length };
  }

  it.each([
    ['hold', { pending: 3, held: 3 }, 6, 3],
    ['drop-oldest', { pending: 3, cancelled: 3 }, 6, 0],
    ['reject', { pending: 3 }, 3, 0],
  ] as const)('limits notifications that are published together (%s)', async (policy, statuses, taken, overflow) => {
    const bench = await publishSix(policy);
    expect(await bench.statuses()).toEqual(statuses);
    expect(bench.taken).toBe(taken);
    expect(await bench.store.count('events', {})).toBe(taken);
    expect(bench.endpointQueue).toMatchObject({ pending: 3, overflow });
    expect(bench.full).toEqual([{ webhookId: 1, limit: 3, policy, operational: false }]);
  });
});
