import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { transportFailure } from '../../../tests/support/transport-failure.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import type { TransportOutcome } from '../../ports/http-transport.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const timing = { totalMs: 1 };
const refused = transportFailure('ECONNREFUSED', 'connect');
const guarded = transportFailure('GUARD_BLOCKED', 'guard');

/** Later than a test lasts: what is retried does not disturb. */
const settings = { webhookRetrySchedule: [DAY, DAY] };
/** Deliveries are claimed in batches, so that the number of attempts before the breaker opens is known. */
const claimed = { settings, immediateLeases: false };

describe('the breaker of an endpoint', () => {
  it('opens after ten failures in a row and spends no attempts while it is open', async () => {
    const harness = await createWebhookHarness(() => refused, claimed);
    const breaker = harness.emitted('webhook.breaker');
    const id = await harness.subscribe();
    await harness.notify(10);
    await harness.untilIdle();
    expect(harness.transport.requests).toHaveLength(10);
    expect(breaker).toEqual([
      {
        webhookId: id,
        state: 'open',
        until: harness.clock.now() + 30 * SECOND,
        failures: 10,
        step: 1,
        statusCode: 500,
        errorCode: 'ECONNREFUSED',
        operational: false,
      },
    ]);
    expect(harness.logger.entries).toContainEqual({
      level: 'warn',
      message: 'Deliveries to a webhook pause: its receiver is failing.',
      details: {
        webhookId: id,
        until: new Date(breaker[0]?.until ?? 0).toISOString(),
        statusCode: 500,
        errorCode: 'ECONNREFUSED',
      },
    });
    await harness.notify(5);
    await harness.pass(29 * SECOND);
    expect(harness.transport.requests).toHaveLength(10);
    const waiting = await harness.store.find('deliveries', { where: { attempts: 0 } });
    expect(waiting.map(({ status }) => status)).toEqual(Array(5).fill('pending'));
    expect((await harness.webhooks.get(admin, id)).delivery).toMatchObject({
      pending: 15,
      consecutiveFailures: 10,
      nextProbeAt: new Date(breaker[0]?.until ?? 0).toISOString(),
    });
  });

  it('tries the oldest due delivery, one at a time, and waits twice as long after each failure, at most 15 minutes', async () => {
    const harness = await createWebhookHarness(() => refused, claimed);
    const breaker = harness.emitted('webhook.breaker');
    await harness.subscribe();
    await harness.notify(30);
    await harness.pass(4 * 60 * MINUTE);
    const waits = breaker.map(({ until = 0 }, index) => until - (breaker[index - 1]?.until ?? 0)).slice(1, 8);
    expect(waits.map((wait) => Math.round(wait / SECOND))).toEqual([60, 120, 240, 480, 900, 900, 900]);
    expect(harness.transport.requests.length).toBe(12 + breaker.length - 1);
  });

  it('closes when a manual retry succeeds, and all waiting deliveries are then sent', async () => {
    let healthy = false;
    const harness = await createWebhookHarness(() => (healthy ? 200 : refused), claimed);
    const breaker = harness.emitted('webhook.breaker');
    const id = await harness.subscribe();
    await harness.notify(12);
    await harness.untilIdle();
    await harness.notify(5);
    await harness.untilIdle();
    const before = harness.transport.requests.length;
    healthy = true;
    await harness.webhooks.retry(admin, 1);
    await harness.untilIdle();
    expect(breaker.at(-1)).toEqual({ webhookId: id, state: 'closed', operational: false });
    expect(harness.transport.requests).toHaveLength(before + 6);
    const waiting = await harness.store.find('deliveries', { where: { attempts: 0 } });
    expect(waiting).toEqual([]);
  });

  it('closes with the first success, and all waiting deliveries are sent', async () => {
    let healthy = false;
    const harness = await createWebhookHarness(() => (healthy ? 200 : refused), claimed);
    const breaker = harness.emitted('webhook.breaker');
    const id = await harness.subscribe();
    await harness.notify(25);
    await harness.untilIdle();
    expect(harness.transport.requests).toHaveLength(12);
    healthy = true;
    await harness.pass(31 * SECOND);
    expect(breaker.at(-1)).toEqual({ webhookId: id, state: 'closed', operational: false });
    expect(await harness.statuses()).toEqual({ pending: 12, succeeded: 13 });
    expect((await harness.webhooks.get(admin, id)).delivery).not.toHaveProperty('nextProbeAt');
  });

  it('closes when a manual retry succeeds', async () => {
    let healthy = false;
    const harness = await createWebhookHarness(() => (healthy ? 200 : refused), claimed);
    const id = await harness.subscribe();
    await harness.notify(13);
    await harness.untilIdle();
    healthy = true;
    const { records } = await harness.webhooks.history(admin, { includeGlobal: 'true' });
    await harness.webhooks.retry(admin, records[0]?.id as number);
    await harness.untilIdle();
    expect((await harness.webhooks.get(admin, id)).delivery).toMatchObject({ consecutiveFailures: 0 });
    expect((await harness.statuses()).succeeded).toBe(2);
  });

  it('opens at once when the address guard refuses', async () => {
    const harness = await createWebhookHarness(() => guarded, { settings });
    const breaker = harness.emitted('webhook.breaker');
    await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    expect(breaker).toMatchObject([{ state: 'open' }]);
  });

  it('opens when more than 70 % of the attempts within five minutes fail', async () => {
    let count = 0;
    const harness = await createWebhookHarness(() => (++count % 5 === 0 ? 200 : 503), { settings });
    const breaker = harness.emitted('webhook.breaker');
    await harness.subscribe();
    for (let each = 0; each < 12; each += 1) {
      await harness.notify();
      await harness.pass(SECOND);
    }
    expect(harness.transport.requests).toHaveLength(11);
    expect(breaker).toMatchObject([{ state: 'open' }]);
  });

  it('stays closed when the receiver responds and refuses: the retry schedule deals with that', async () => {
    const harness = await createWebhookHarness(() => 404, { settings });
    const breaker = harness.emitted('webhook.breaker');
    const id = await harness.subscribe();
    await harness.notify(40);
    await harness.pass(SECOND);
    expect(breaker).toEqual([]);
    expect((await harness.webhooks.get(admin, id)).delivery.consecutiveFailures).toBe(40);
  });
});

describe('a receiver that sends Retry-After', () => {
  it('gets no more of it than the policy grants', async () => {
    const busy: TransportOutcome = {
      kind: 'response',
      statusCode: 503,
      headers: { 'retry-after': '600' },
      body: new Uint8Array(),
      bodyBytes: 0,
      truncated: false,
      timing,
    };
    const harness = await createWebhookHarness(() => busy, {
      settings,
      webhooks: { retryPolicy: { retryAfterCapMs: 20_000 } },
    });
    const id = await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    expect((await harness.webhooks.get(admin, id)).delivery.quietUntil).toBe('2024-01-01T00:00:20.000Z');
  });

  it('gets no delivery at all until it is over', async () => {
    let busy = true;
    const harness = await createWebhookHarness(
      () => ({
        kind: 'response',
        statusCode: busy ? 429 : 200,
        headers: { 'retry-after': '120' },
        body: new Uint8Array(),
        bodyBytes: 0,
        truncated: false,
        timing,
      }),
      { settings: { webhookRetrySchedule: [SECOND] } },
    );
    const id = await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    busy = false;
    await harness.notify(3);
    await harness.pass(119 * SECOND);
    expect(harness.transport.requests).toHaveLength(1);
    expect((await harness.webhooks.get(admin, id)).delivery.quietUntil).toBe('2024-01-01T00:02:00.000Z');
    await harness.pass(2 * SECOND);
    expect(await harness.statuses()).toEqual({ succeeded: 4 });
  });
});

describe('a webhook that fails for days', () => {
  it('is disabled after five days without a success and one exhausted delivery; waiting deliveries are kept', async () => {
    const harness = await createWebhookHarness(() => 404, { settings: { webhookRetrySchedule: [DAY] } });
    const states = harness.emitted('webhook.state');
    const id = await harness.subscribe();
    for (let day = 0; day < 6; day += 1) {
      await harness.notify();
      await harness.pass(DAY);
    }
    expect(states).toEqual([
      { webhookId: id, from: 'active', to: 'disabled', reason: 'Nothing could be delivered for 5 days.' },
    ]);
    const sent = harness.transport.requests.length;
    await harness.notify(2);
    await harness.pass(DAY);
    expect(harness.transport.requests).toHaveLength(sent);
    expect((await harness.webhooks.get(admin, id)).delivery).toMatchObject({ state: 'disabled', pending: 0 });
    const { held = 0, exhausted = 0 } = await harness.statuses();
    expect(held).toBeGreaterThan(2);
    expect(held + exhausted).toBe(8);
  });

  it('is not disabled after any number of failures within a few hours, nor if the setting is 0', async () => {
    const many = await createWebhookHarness(() => 404, { settings: { webhookRetrySchedule: [] } });
    const states = many.emitted('webhook.state');
    await many.subscribe();
    await many.notify(500);
    await many.pass(4 * DAY);
    expect(states).toEqual([]);

    const off = await createWebhookHarness(() => 404, {
      settings: { webhookRetrySchedule: [], webhookDisableAfterDays: 0 },
    });
    const id = await off.subscribe();
    for (let day = 0; day < 8; day += 1) {
      await off.notify();
      await off.pass(DAY);
    }
    expect((await off.webhooks.get(admin, id)).delivery.state).toBe('active');
  });
});
