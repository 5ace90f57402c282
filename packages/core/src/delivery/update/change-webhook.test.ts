import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { admin, contextOf } from '../../../tests/delivery-engine.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import type { TransportRequest } from '../../ports/http-transport.ts';

const HOUR = 3_600_000;
const first = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const second = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** Returns the secrets that a receiver could verify a delivery with. */
function verifiableWith(request: TransportRequest | undefined): readonly string[] {
  if (!request) return [];
  const { headers, body } = request;
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return [first, second].filter((secret) => {
    const expected = new StandardWebhook(secret).sign(headers['webhook-id'] ?? '', at, Buffer.from(body).toString());
    return headers['webhook-signature']?.split(' ').includes(expected);
  });
}

describe('a change of a webhook', () => {
  it('changes the fields in the body and keeps the others', async () => {
    const harness = await createWebhookHarness(() => 200);
    const id = await harness.subscribe({ notificationType: ['tagCreated'] });
    const changed = await harness.webhooks.update(admin, id, {
      name: 'New name',
      url: 'https://hooks.example.com/new',
      notificationType: ['tagDeleted', 'tagDeleted'],
    });
    expect(changed).toMatchObject({
      name: 'New name',
      url: 'https://hooks.example.com/new',
      notificationType: ['tagDeleted'],
      global: true,
    });
    expect(await harness.webhooks.get(admin, id)).toEqual(changed);
    await harness.notify();
    await harness.untilIdle();
    expect(harness.transport.requests).toEqual([]);
  });

  it('is refused for the same reasons as a new webhook', async () => {
    const harness = await createWebhookHarness(() => 200);
    const user = contextOf(7);
    await harness.webhooks.create(user, {
      webhooks: [webhookBody({ global: false, notificationType: ['firstQuery'] })],
    });
    const code = async (body: unknown, context = user) =>
      (await refusalOf(harness.webhooks.update(context, 1, body))).code;
    expect(await code({ notificationType: ['tagCreated'] })).toBe('PERMISSION_MISSING');
    expect(await code({ notificationType: ['noSuchKind'] })).toBe('KIND_UNKNOWN');
    expect(await code({ url: 'https://user:pass@hooks.example.com/' })).toBe('WEBHOOK_URL_REFUSED');
    expect(await code({ colour: 'red' })).toBe('BODY_INVALID');
    expect(await code({ name: 'Mine' }, contextOf(8))).toBe('WEBHOOK_NOT_FOUND');
  });

  it('rotates the secret: both are valid during the overlap, the new one alone afterwards', async () => {
    const harness = await createWebhookHarness(() => 200);
    const id = await harness.subscribe({ secret: first });
    await harness.webhooks.update(admin, id, { secret: second, secretOverlapHours: 2 });
    await harness.notify();
    await harness.pass(HOUR * 2);
    await harness.notify();
    await harness.untilIdle();
    expect(harness.transport.requests.map(verifiableWith)).toEqual([[first, second], [second]]);
    await harness.webhooks.update(admin, id, { secret: null });
    await harness.notify();
    await harness.untilIdle();
    expect(harness.transport.requests.at(-1)?.headers).not.toHaveProperty('webhook-signature');
    expect(await harness.store.find('secrets')).toEqual([]);
  });

  it('accepts an overlap with a fraction of a millisecond', async () => {
    const harness = await createWebhookHarness(() => 200);
    const id = await harness.subscribe({ secret: first });
    await harness.webhooks.update(admin, id, { secret: second, secretOverlapHours: 0.123_456_7 });
    await harness.notify();
    await harness.untilIdle();
    expect(harness.transport.requests.map(verifiableWith)).toEqual([[first, second]]);
  });
});

describe('a rotation that is repeated with the same secret', () => {
  it('keeps the previous secret until its overlap ends', async () => {
    const harness = await createWebhookHarness(() => 200);
    const id = await harness.subscribe({ secret: first });
    await harness.webhooks.update(admin, id, { secret: second, secretOverlapHours: 2 });
    await harness.pass(HOUR);
    await harness.webhooks.update(admin, id, { secret: second, secretOverlapHours: 2 });
    await harness.notify();
    await harness.pass(HOUR);
    await harness.notify();
    await harness.untilIdle();
    expect(harness.transport.requests.map(verifiableWith)).toEqual([[first, second], [second]]);
  });

  it('ends the overlap if it asks for none', async () => {
    const harness = await createWebhookHarness(() => 200);
    const id = await harness.subscribe({ secret: first });
    await harness.webhooks.update(admin, id, { secret: second, secretOverlapHours: 2 });
    await harness.webhooks.update(admin, id, { secret: second, secretOverlapHours: 0 });
    await harness.notify();
    await harness.untilIdle();
    expect(harness.transport.requests.map(verifiableWith)).toEqual([[second]]);
  });
});

describe('a paused webhook', () => {
  it('keeps its deliveries, and sends them in their order when it is resumed', async () => {
    const harness = await createWebhookHarness(() => 200);
    const states = harness.emitted('webhook.state');
    const id = await harness.subscribe();
    expect((await harness.webhooks.update(admin, id, { paused: true })).delivery).toMatchObject({
      state: 'paused',
      reason: 'Paused by user 1.',
    });
    await harness.notify(5);
    await harness.pass(HOUR);
    expect(harness.transport.requests).toEqual([]);
    expect((await harness.webhooks.get(admin, id)).delivery).toMatchObject({ pending: 0, held: 5 });
    await harness.webhooks.update(admin, id, { paused: false });
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ succeeded: 5 });
    expect(states.map(({ from, to }) => [from, to])).toEqual([
      ['active', 'paused'],
      ['paused', 'active'],
    ]);
  });

  it('discards all held deliveries, or those before a time, on request', async () => {
    const harness = await createWebhookHarness(() => 200);
    const id = await harness.subscribe();
    await harness.webhooks.update(admin, id, { paused: true });
    await harness.notify(2);
    harness.clock.advance(HOUR);
    const since = new Date(harness.clock.now()).toISOString();
    await harness.notify(3);
    await harness.webhooks.update(admin, id, { paused: false, held: { since } });
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ cancelled: 2, succeeded: 3 });
    await harness.webhooks.update(admin, id, { paused: true });
    await harness.notify(4);
    await harness.webhooks.update(admin, id, { paused: false, held: 'discard' });
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ cancelled: 6, succeeded: 3 });
  });

  it('that was disabled resumes with reset counters: one more failure does not disable it again', async () => {
    let response = 410;
    const harness = await createWebhookHarness(() => response, { settings: { webhookRetrySchedule: [HOUR] } });
    const id = await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    expect((await harness.webhooks.get(admin, id)).delivery).toMatchObject({
      state: 'disabled',
      reason: 'The receiver returned 410 Gone.',
    });
    response = 500;
    await harness.webhooks.update(admin, id, { paused: false });
    await harness.notify();
    await harness.untilIdle();
    expect((await harness.webhooks.get(admin, id)).delivery).toMatchObject({ state: 'active', consecutiveFailures: 1 });
  });

  it('releases deliveries that were held for a lost permission once the owner has it again', async () => {
    let permissions: readonly string[] = [];
    const harness = await createWebhookHarness(() => 200, { host: { permissionsOf: async () => permissions } });
    const id = await harness.subscribe();
    await harness.notify(2);
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ held: 2 });
    await harness.webhooks.update(admin, id, { paused: true });
    await harness.webhooks.update(admin, id, { paused: false });
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ held: 2 });
    permissions = ['APPLICATION_ADMIN'];
    await harness.webhooks.update(admin, id, { paused: true });
    await harness.webhooks.update(admin, id, { paused: false });
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ succeeded: 2 });
  });
});

describe('a filter', () => {
  it('admits notifications with the given value, or any value of a list', async () => {
    const harness = await createWebhookHarness(() => 200);
    await harness.subscribe({ delivery: { filter: { tagName: ['PII', 'PHI'] } } });
    await harness.subscribe({ delivery: { filter: { tagName: 'Other' } } });
    await harness.notify();
    await harness.untilIdle();
    expect(harness.transport.requests.map(({ headers }) => headers['webhook-id']?.endsWith('_1'))).toEqual([true]);
  });
});

describe('a host that shapes payloads', () => {
  it('determines the payload, once for all receivers and attempts', async () => {
    let asked = 0;
    const harness = await createWebhookHarness(() => 200, {
      host: {
        shapePayload: ({ kind, text, metadata }) => {
          asked += 1;
          return { text: text.toUpperCase(), metadata: { ...metadata, kind } };
        },
      },
    });
    await harness.subscribe();
    await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    expect(asked).toBe(1);
    expect(harness.transport.requests.map(({ body }) => JSON.parse(Buffer.from(body).toString()))).toMatchObject([
      { text: 'SOMEONE CREATED THE TAG PII.', metadata: { kind: 'tagCreated' }, webhookId: 1 },
      { webhookId: 2 },
    ]);
  });
});
