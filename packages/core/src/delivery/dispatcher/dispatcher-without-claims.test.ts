import { createFakeQueue } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { DELIVER } from '../endpoint-queues/deliver-wakeup.ts';

const HOUR = 3_600_000;

describe('a dispatcher without claims', () => {
  it('sends and records the deliveries that publications lease for it', async () => {
    const { subscribe, notify, untilIdle, statuses } = await createWebhookHarness(() => 200, { claims: false });
    await subscribe();
    await notify();
    await untilIdle();
    expect(await statuses()).toEqual({ succeeded: 1 });
  });

  it('leaves all other due deliveries to another dispatcher', async () => {
    const options = { claims: false, immediateLeases: false };
    const { subscribe, notify, pass, statuses } = await createWebhookHarness(() => 200, options);
    await subscribe();
    await notify();
    await pass(HOUR);
    expect(await statuses()).toEqual({ pending: 1 });
  });

  it('leaves the retry of a delivery to another dispatcher, and wakes it', async () => {
    const queue = createFakeQueue();
    const options = { claims: false, queue, settings: { webhookRetrySchedule: [HOUR] } };
    const { subscribe, notify, pass, clock, transport, statuses } = await createWebhookHarness(() => 500, options);
    const webhookId = await subscribe();
    await notify();
    const published = clock.now();
    await pass(2 * HOUR);
    expect(transport.requests).toHaveLength(1);
    expect(await statuses()).toEqual({ pending: 1 });
    const [wakeup] = queue.waiting.filter(({ name }) => name === DELIVER);
    expect(wakeup).toMatchObject({ key: String(webhookId) });
    expect(wakeup?.at).toBeGreaterThan(published);
  });

  it('sends to a webhook that was disabled and is active again', async () => {
    let response = 410;
    const options = { claims: false, queue: createFakeQueue() };
    const { webhooks, subscribe, notify, untilIdle, statuses } = await createWebhookHarness(() => response, options);
    const id = await subscribe();
    await notify();
    await untilIdle();
    response = 200;
    await webhooks.update(admin, id, { paused: false });
    await notify();
    await untilIdle();
    expect(await statuses()).toEqual({ exhausted: 1, succeeded: 1 });
  });

  it('does not recover the deliveries of dead processes', async () => {
    const first = await createWebhookHarness(() => new Promise<number>(() => {}), { nodeId: 'dead' });
    await first.subscribe();
    await first.notify();
    const { store, clock } = first;
    const options = { claims: false, nodeId: 'alive', store, clock };
    const { pass, statuses } = await createWebhookHarness(() => 200, options);
    await pass(HOUR);
    expect(await statuses()).toEqual({ leased: 1 });
  });
});
