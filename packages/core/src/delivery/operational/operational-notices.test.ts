import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { createWebhookBench } from '../../../tests/webhook-bench.ts';
import { OPERATIONAL_KINDS } from '../catalogue/operational-kinds.ts';

const kinds = OPERATIONAL_KINDS.map(({ kind }) => kind);
const MINUTE = 60_000;
const settings = { webhookRetrySchedule: [] };

describe('notifications about webhooks', () => {
  it('reach their subscribers and describe the event', async () => {
    const bench = await createWebhookBench(({ url }) => (url.includes('broken') ? 500 : 200), {
      settings,
      webhooks: { kinds: OPERATIONAL_KINDS, backlog: { limit: 3 } },
    });
    const broken = await bench.subscribe({ url: 'https://broken.example.com/', notificationType: ['tagCreated'] });
    await bench.subscribe({ url: 'https://operators.example.com/', notificationType: kinds });
    await bench.notify(12);
    await bench.pass(1000);
    await bench.webhooks.update(admin, broken, { paused: true });
    await bench.pass(1000);
    const texts = bench.transport.requests
      .filter(({ url }) => url.includes('operators'))
      .map(({ body }) => JSON.parse(Buffer.from(body).toString()).text as string);
    expect(texts).toContain(`A delivery of tagCreated to webhook ${broken} failed and is not retried`);
    expect(texts).toContain(`The receiver of webhook ${broken} is failing`);
    expect(texts).toContain(`Webhook ${broken} went from active to paused`);
    expect(texts.some((text) => text.startsWith('3 deliveries wait for webhook'))).toBe(true);
  });

  it('never concern the webhook that receives them, and do not cause each other', async () => {
    const bench = await createWebhookBench(() => 500, { settings, webhooks: { kinds: OPERATIONAL_KINDS } });
    const everything = await bench.subscribe();
    const other = await bench.subscribe({ notificationType: kinds });
    await bench.notify();
    await bench.pass(10_000);
    const deliveries = await bench.store.find('deliveries');
    // One tag for the first webhook. The second is notified of its failure; that failure causes no further notification.
    expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([everything, other]);
    expect((await bench.store.find('events')).map(({ kind }) => kind)).toEqual([
      'tagCreated',
      'webhookDeliveryExhausted',
    ]);
  });

  it('come to an end if their receivers succeed now and then', async () => {
    const sent = new Map<string, number>();
    const bench = await createWebhookBench(
      ({ url }) => {
        const count = sent.get(url) ?? 0;
        sent.set(url, count + 1);
        return count % 13 < 12 ? 503 : 200;
      },
      { webhooks: { kinds: OPERATIONAL_KINDS } },
    );
    for (const name of ['one', 'two', 'three']) await bench.subscribe({ url: `https://${name}.example.com/` });
    await bench.notify(12);
    await bench.pass(100 * 60 * MINUTE);
    const count = await bench.store.count('events', {});
    expect(count).toBeGreaterThan(12);
    await bench.pass(100 * 60 * MINUTE);
    expect(await bench.store.count('events', {})).toBe(count);
    expect(await bench.store.count('deliveries', { status: 'pending' })).toBe(0);
  });

  it('report that a receiver is healthy after they reported that it was failing', async () => {
    let status = 503;
    const bench = await createWebhookBench(({ url }) => (url.includes('broken') ? status : 200), {
      webhooks: { kinds: OPERATIONAL_KINDS },
    });
    await bench.subscribe({ url: 'https://broken.example.com/' });
    await bench.subscribe({ url: 'https://operators.example.com/', notificationType: kinds });
    await bench.notify(12);
    await bench.pass(10);
    status = 200;
    await bench.pass(60 * MINUTE);
    const texts = bench.transport.requests
      .filter(({ url }) => url.includes('operators'))
      .map(({ body }) => JSON.parse(Buffer.from(body).toString()).text as string);
    expect(texts).toEqual(['The receiver of webhook 1 is failing', 'The receiver of webhook 1 is healthy']);
  });

  it('are off until the host declares their kinds', async () => {
    const bench = await createWebhookBench(() => 500, { settings });
    await bench.subscribe();
    await bench.subscribe();
    await bench.notify();
    await bench.pass(10_000);
    expect((await bench.store.find('events')).map(({ kind }) => kind)).toEqual(['tagCreated']);
  });
});
