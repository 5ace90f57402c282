import { describe, expect, it } from 'vitest';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { OPERATIONAL_KINDS } from '../catalogue/operational-kinds.ts';

const settings = { webhookRetrySchedule: [1000, 1000, 1000, 1000] };

/** Publishes once to a receiver that fails so often. */
async function deliver(failures: number, webhooks: { failingAfter?: number } = {}) {
  let left = failures;
  const harness = await createWebhookHarness(
    ({ url }) => {
      if (url.includes('operators')) return 200;
      left -= 1;
      return left >= 0 ? 404 : 200;
    },
    { settings, webhooks: { ...webhooks, kinds: OPERATIONAL_KINDS } },
  );
  const failing = harness.emitted('delivery.failing');
  const recovered = harness.emitted('delivery.recovered');
  const exhausted = harness.emitted('delivery.exhausted');
  await harness.subscribe({ notificationType: ['tagCreated'] });
  await harness.subscribe({
    url: 'https://operators.example.com/',
    notificationType: OPERATIONAL_KINDS.map(({ kind }) => kind),
  });
  await harness.notify();
  await harness.pass(20_000);
  const kinds = (await harness.store.find('events')).map(({ kind }) => kind).slice(1);
  return { failing, recovered, exhausted, kinds };
}

describe('a delivery that fails several times', () => {
  it('is reported once, and so is its final success', async () => {
    const { failing, recovered, kinds } = await deliver(4);
    expect(failing).toMatchObject([{ webhookId: 1, eventId: 1, kind: 'tagCreated', number: 3, statusCode: 404 }]);
    expect(failing[0]?.willRetryAt).toBeGreaterThan(0);
    expect(recovered).toMatchObject([{ webhookId: 1, eventId: 1, kind: 'tagCreated', number: 5 }]);
    expect(kinds).toEqual(['webhookDeliveryFailing', 'webhookDeliveryRecovered']);
  });

  it('is reported, and so is its exhaustion', async () => {
    const { failing, recovered, exhausted, kinds } = await deliver(5);
    expect(failing).toHaveLength(1);
    expect(recovered).toHaveLength(0);
    expect(exhausted).toHaveLength(1);
    expect(kinds).toEqual(['webhookDeliveryFailing', 'webhookDeliveryExhausted']);
  });

  it('is not reported below the number of failures', async () => {
    const { failing, recovered, kinds } = await deliver(2);
    expect(failing).toEqual([]);
    expect(recovered).toEqual([]);
    expect(kinds).toEqual([]);
  });

  it('is reported after the number of failures that the host configures', async () => {
    const { failing, recovered } = await deliver(2, { failingAfter: 1 });
    expect(failing).toMatchObject([{ number: 1 }]);
    expect(recovered).toMatchObject([{ number: 3 }]);
  });
});
