import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { createWebhookHarness, tag } from '../../../tests/webhook-harness.ts';

const settings = { webhookRetrySchedule: [60_000] };

/** An endpoint that takes nothing until it is told to. */
async function createSlow(policy: 'hold' | 'drop-oldest' | 'reject') {
  const gate = { open: false };
  const harness = await createWebhookHarness(() => (gate.open ? 200 : 404), {
    settings,
    webhooks: { backlog: { limit: 5, policy } },
    immediateLeases: false,
  });
  const full = harness.emitted('webhook.backlog');
  const id = await harness.subscribe();
  await harness.notify(5);
  await harness.untilIdle();
  return { ...harness, gate, full, id };
}

describe('a full endpoint queue', () => {
  it('holds newer deliveries, which follow in their order when there is room', async () => {
    const harness = await createSlow('hold');
    await harness.notify(4);
    expect(await harness.statuses()).toEqual({ pending: 5, held: 4 });
    expect(harness.full).toEqual([{ webhookId: harness.id, limit: 5, policy: 'hold', operational: false }]);
    expect((await harness.webhooks.get(admin, harness.id)).delivery).toMatchObject({ pending: 5, held: 4 });
    harness.gate.open = true;
    await harness.pass(100_000);
    expect(await harness.statuses()).toEqual({ succeeded: 9 });
    const events = await harness.store.find('events');
    const kept = events.slice(-4).map(({ publicId }) => `${publicId}_${harness.id}`);
    const ids = harness.transport.requests.map(({ headers }) => headers['webhook-id'] as string);
    expect(ids.filter((id) => kept.includes(id))).toEqual(kept);
    expect((await harness.store.find('endpointQueues'))[0]).toMatchObject({ pending: 0, overflow: 0, nextDueAt: null });
  });

  it('drops the oldest delivery and records it', async () => {
    const harness = await createSlow('drop-oldest');
    await harness.notify(2);
    expect(await harness.statuses()).toEqual({ cancelled: 2, pending: 5 });
    const dropped = await harness.store.find('attempts', { where: { errorCode: 'BACKLOG_FULL' } });
    expect(dropped).toMatchObject([{ succeeded: false, errorPhase: 'queue' }, { succeeded: false }]);
    expect(dropped.every(({ eventId }) => eventId <= 5)).toBe(true);
    expect((await harness.store.find('endpointQueues'))[0]).toMatchObject({ pending: 5 });
  });

  it('refuses the notification and writes nothing', async () => {
    const harness = await createSlow('reject');
    expect((await refusalOf(harness.notifications.notify(tag))).code).toBe('WEBHOOK_BACKLOG_FULL');
    expect(await harness.store.find('events')).toHaveLength(5);
  });

  /** Publishes six at once where there is room for three. */
  async function publishSix(policy: 'hold' | 'drop-oldest' | 'reject') {
    const harness = await createWebhookHarness(() => 404, {
      settings,
      webhooks: { backlog: { limit: 3, policy } },
      immediateLeases: false,
    });
    const full = harness.emitted('webhook.backlog');
    await harness.subscribe();
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => harness.notifications.notify(tag)));
    const [endpointQueue] = await harness.store.find('endpointQueues');
    return { ...harness, full, endpointQueue, taken: ends.filter(({ status }) => status === 'fulfilled').length };
  }

  it.each([
    ['hold', { pending: 3, held: 3 }, 6, 3],
    ['drop-oldest', { pending: 3, cancelled: 3 }, 6, 0],
    ['reject', { pending: 3 }, 3, 0],
  ] as const)('limits notifications that are published together (%s)', async (policy, statuses, taken, overflow) => {
    const harness = await publishSix(policy);
    expect(await harness.statuses()).toEqual(statuses);
    expect(harness.taken).toBe(taken);
    expect(await harness.store.count('events', {})).toBe(taken);
    expect(harness.endpointQueue).toMatchObject({ pending: 3, overflow });
    expect(harness.full).toEqual([{ webhookId: 1, limit: 3, policy, operational: false }]);
  });
});
