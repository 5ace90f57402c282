import { createRecordingLogger } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import type { PortcullisEvents } from '../../composition/portcullis-events.ts';
import { createEventHub } from '../../kernel/events/create-event-hub.ts';
import { createKindRegistry } from '../catalogue/kind-registry.ts';
import { OPERATIONAL_KINDS } from '../catalogue/operational-kinds.ts';
import type { Publisher } from '../publish/create-publisher.ts';
import { createOperationalNotices } from './create-operational-notices.ts';

const kinds = OPERATIONAL_KINDS.map(({ kind }) => kind);
const MINUTE = 60_000;
const settings = { webhookRetrySchedule: [] };

describe('notifications about webhooks', () => {
  it('reach their subscribers and describe the event', async () => {
    const harness = await createWebhookHarness(({ url }) => (url.includes('broken') ? 500 : 200), {
      settings,
      webhooks: { kinds: OPERATIONAL_KINDS, backlog: { limit: 3 } },
    });
    const broken = await harness.subscribe({ url: 'https://broken.example.com/', notificationType: ['tagCreated'] });
    await harness.subscribe({ url: 'https://operators.example.com/', notificationType: kinds });
    await harness.notify(12);
    await harness.pass(1000);
    await harness.webhooks.update(admin, broken, { paused: true });
    await harness.pass(1000);
    const texts = harness.transport.requests
      .filter(({ url }) => url.includes('operators'))
      .map(({ body }) => JSON.parse(Buffer.from(body).toString()).text as string);
    expect(texts).toContain(`A delivery of tagCreated to webhook ${broken} failed and is not retried`);
    expect(texts).toContain(`The receiver of webhook ${broken} is failing`);
    expect(texts).toContain(`Webhook ${broken} went from active to paused`);
    expect(texts.some((text) => text.startsWith('3 deliveries wait for webhook'))).toBe(true);
  });

  it('never concern the webhook that receives them, and do not cause each other', async () => {
    const harness = await createWebhookHarness(() => 500, { settings, webhooks: { kinds: OPERATIONAL_KINDS } });
    const everything = await harness.subscribe();
    const other = await harness.subscribe({ notificationType: kinds });
    await harness.notify();
    await harness.pass(10_000);
    const deliveries = await harness.store.find('deliveries');
    // One tag for the first webhook. The second is notified of its failure; that failure causes no further notification.
    expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([everything, other]);
    expect((await harness.store.find('events')).map(({ kind }) => kind)).toEqual([
      'tagCreated',
      'webhookDeliveryExhausted',
    ]);
  });

  it('come to an end if their receivers succeed now and then', async () => {
    const sent = new Map<string, number>();
    const harness = await createWebhookHarness(
      ({ url }) => {
        const count = sent.get(url) ?? 0;
        sent.set(url, count + 1);
        return count % 13 < 12 ? 503 : 200;
      },
      { webhooks: { kinds: OPERATIONAL_KINDS } },
    );
    for (const name of ['one', 'two', 'three']) await harness.subscribe({ url: `https://${name}.example.com/` });
    await harness.notify(12);
    await harness.pass(100 * 60 * MINUTE);
    const count = await harness.store.count('events', {});
    expect(count).toBeGreaterThan(12);
    await harness.pass(100 * 60 * MINUTE);
    expect(await harness.store.count('events', {})).toBe(count);
    expect(await harness.store.count('deliveries', { status: 'pending' })).toBe(0);
  });

  it('report that a receiver is healthy after they reported that it was failing', async () => {
    let status = 503;
    const harness = await createWebhookHarness(({ url }) => (url.includes('broken') ? status : 200), {
      webhooks: { kinds: OPERATIONAL_KINDS },
    });
    await harness.subscribe({ url: 'https://broken.example.com/' });
    await harness.subscribe({ url: 'https://operators.example.com/', notificationType: kinds });
    await harness.notify(12);
    await harness.pass(10);
    status = 200;
    await harness.pass(60 * MINUTE);
    const texts = harness.transport.requests
      .filter(({ url }) => url.includes('operators'))
      .map(({ body }) => JSON.parse(Buffer.from(body).toString()).text as string);
    expect(texts).toEqual(['The receiver of webhook 1 is failing', 'The receiver of webhook 1 is healthy']);
  });

  it('are off until the host declares their kinds', async () => {
    const harness = await createWebhookHarness(() => 500, { settings });
    await harness.subscribe();
    await harness.subscribe();
    await harness.notify();
    await harness.pass(10_000);
    expect((await harness.store.find('events')).map(({ kind }) => kind)).toEqual(['tagCreated']);
  });
});

it('a node remembers the last ten thousand failing webhooks, since others may never recover', async () => {
  const logger = createRecordingLogger();
  const events = createEventHub<PortcullisEvents>(logger);
  const healthy: unknown[] = [];
  const publishInternal = async ({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }) => {
    if (metadata.receiver === 'healthy') healthy.push(metadata.modelId);
  };
  const publisher = { ofEngine: () => ({ publishInternal }) } as unknown as Publisher;
  const notices = createOperationalNotices({ events, kinds: createKindRegistry(OPERATIONAL_KINDS), publisher, logger });
  notices.start();
  const failing = 10_001;
  for (let webhookId = 1; webhookId <= failing; webhookId += 1) {
    events.emit('webhook.breaker', { webhookId, state: 'open', step: 1, operational: false });
  }
  for (const webhookId of [1, 2, failing]) {
    events.emit('webhook.breaker', { webhookId, state: 'closed', operational: true });
  }
  await notices.stop();
  expect(healthy).toEqual([2, failing]);
});
