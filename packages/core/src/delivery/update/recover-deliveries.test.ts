import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';

const HOUR = 3_600_000;

async function createFailing() {
  const receiver = { response: 404 };
  const harness = await createWebhookHarness(() => receiver.response, { settings: { webhookRetrySchedule: [1000] } });
  const id = await harness.subscribe();
  const since = new Date(harness.clock.now()).toISOString();
  return { ...harness, receiver, id, since };
}

describe('recovering deliveries', () => {
  it('sends exhausted deliveries again, oldest first, with a new schedule and continued numbers', async () => {
    const harness = await createFailing();
    await harness.notify(3);
    await harness.pass(5000);
    expect(await harness.statuses()).toEqual({ exhausted: 3 });
    expect(await harness.webhooks.recover(admin, harness.id, { since: harness.since })).toEqual({ recovered: 3 });
    await harness.untilIdle();
    harness.receiver.response = 200;
    await harness.pass(5000);
    expect(await harness.statuses()).toEqual({ succeeded: 3 });
    const attempts = await harness.store.find('attempts', { where: { deliveryId: 1 } });
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(await harness.webhooks.recover(admin, harness.id, { since: harness.since })).toEqual({ recovered: 0 });
  });

  it('omits deliveries outside of the period, delivered manually, or beyond the limit', async () => {
    const harness = await createFailing();
    await harness.notify(2);
    await harness.pass(HOUR);
    const later = new Date(harness.clock.now()).toISOString();
    await harness.notify(4);
    await harness.pass(HOUR);
    harness.receiver.response = 200;
    const { records } = await harness.webhooks.history(admin, { includeGlobal: 'true' });
    await harness.webhooks.retry(admin, records[0]?.id as number);
    expect(await harness.webhooks.recover(admin, harness.id, { since: later, limit: 2 })).toEqual({ recovered: 2 });
    expect(await harness.webhooks.recover(admin, harness.id, { since: later })).toEqual({ recovered: 1 });
    const until = later;
    expect(await harness.webhooks.recover(admin, harness.id, { since: harness.since, until })).toEqual({
      recovered: 2,
    });
    await harness.pass(1000);
    expect(await harness.statuses()).toEqual({ succeeded: 6 });
  });

  it('waits until a paused webhook is resumed', async () => {
    const harness = await createFailing();
    await harness.notify();
    await harness.pass(5000);
    await harness.webhooks.update(admin, harness.id, { paused: true });
    expect(await harness.webhooks.recover(admin, harness.id, { since: harness.since })).toEqual({ recovered: 1 });
    expect(await harness.statuses()).toEqual({ held: 1 });
    harness.receiver.response = 200;
    await harness.webhooks.update(admin, harness.id, { paused: false });
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ succeeded: 1 });
  });

  it('requires a start time', async () => {
    const harness = await createFailing();
    expect((await refusalOf(harness.webhooks.recover(admin, harness.id, {}))).code).toBe('BODY_INVALID');
    expect((await refusalOf(harness.webhooks.recover(admin, harness.id, { since: 'yesterday' }))).code).toBe(
      'BODY_INVALID',
    );
  });
});
