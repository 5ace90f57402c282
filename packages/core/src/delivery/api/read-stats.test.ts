import { describe, expect, it } from 'vitest';
import { admin, contextOf } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';

describe('the statistics of webhooks', () => {
  it('are all zero at first', async () => {
    const { webhooks } = await createWebhookHarness(() => 200);
    expect(await webhooks.stats(admin)).toEqual({
      webhooks: { active: 0, paused: 0, disabled: 0 },
      openBreakers: 0,
      pending: 0,
      held: 0,
      oldestDueMs: 0,
      node: { inFlight: 0, attempts: { succeeded: 0, failed: 0 } },
    });
  });

  it('count pending, held, in-flight and finished deliveries', async () => {
    let respond = (_status: number): void => {};
    const responses = [
      Promise.resolve(500),
      new Promise<number>((resolve) => {
        respond = resolve;
      }),
    ];
    const harness = await createWebhookHarness(() => responses.shift() ?? 200);
    const { webhooks, untilIdle, clock } = harness;
    await harness.subscribe({ delivery: { ordered: true, ratePerSecond: 0.01 } });
    const paused = await harness.subscribe({ name: 'Paused' });
    await webhooks.update(admin, paused, { paused: true });
    await harness.notify(2);
    await untilIdle();
    clock.jump(5000);
    expect(await webhooks.stats(admin)).toMatchObject({
      webhooks: { active: 1, paused: 1, disabled: 0 },
      pending: 2,
      held: 2,
      node: { inFlight: 0, attempts: { succeeded: 0, failed: 1 } },
    });
    await harness.pass(200_000);
    expect(await webhooks.stats(admin)).toMatchObject({ pending: 1, node: { inFlight: 1 } });
    respond(200);
    await untilIdle();
    expect(await webhooks.stats(admin)).toMatchObject({
      pending: 0,
      node: { inFlight: 0, attempts: { succeeded: 2, failed: 1 } },
    });
  });

  it('contain the age of the oldest due delivery and the number of open breakers', async () => {
    const harness = await createWebhookHarness(() => 500, { settings: { webhookRetrySchedule: [] } });
    await harness.subscribe();
    await harness.notify(12);
    await harness.untilIdle();
    const { openBreakers } = await harness.webhooks.stats(admin);
    expect(openBreakers).toBe(1);
    await harness.dispatcher.drain(0);
    await harness.store.update('endpointQueues', { webhookId: 1 }, { nextDueAt: harness.clock.now() - 7000 });
    expect(await harness.webhooks.stats(admin)).toMatchObject({ oldestDueMs: 7000 });
  });

  it('do not read the rows of webhooks for which nothing waits', async () => {
    const memory = createMemoryStore();
    let rows = 0;
    const find: AllTenantsStore['find'] = async (table, query) => {
      const found = await memory.allTenants.find(table, query);
      rows += found.length;
      return found;
    };
    const harness = await createWebhookHarness(() => 200, { store: overrideStore(memory, { find }) });
    for (let count = 0; count < 20; count += 1) await harness.subscribe({ notificationType: ['tagDeleted'] });
    const paused = await harness.subscribe();
    const deleted = await harness.subscribe();
    await harness.webhooks.update(admin, paused, { paused: true });
    await harness.notify();
    await harness.webhooks.remove(admin, deleted);
    await harness.untilIdle();
    rows = 0;
    expect(await harness.webhooks.stats(admin)).toMatchObject({
      webhooks: { active: 20, paused: 1, disabled: 0 },
      held: 1,
    });
    expect(rows).toBe(1);
  });

  it('do not count deliveries of a deleted webhook that are being cancelled', async () => {
    const harness = await createWebhookHarness(() => 200);
    const id = await harness.subscribe();
    await harness.dispatcher.drain(0);
    await harness.notify();
    await harness.store.update('webhooks', { id }, { state: 'deleted' });
    expect(await harness.webhooks.stats(admin)).toMatchObject({ pending: 0, oldestDueMs: 0 });
  });

  it('require an administrator', async () => {
    const { webhooks } = await createWebhookHarness(() => 200);
    await expect(webhooks.stats(contextOf(7))).rejects.toMatchObject({ code: 'PERMISSION_MISSING' });
  });
});

describe('the trace of an attempt', () => {
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it('is not sent unless the host configures it', async () => {
    const harness = await createWebhookHarness(() => 200);
    await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    expect(harness.transport.requests[0]?.headers).not.toHaveProperty('traceparent');
  });

  it('is sent to the receiver if the host provides it, without other headers', async () => {
    const traceContext = () => ({
      traceparent: trace,
      tracestate: 'a=1',
      authorization: 'Bearer x',
      baggage: 'user=7',
    });
    const harness = await createWebhookHarness(() => 200, { webhooks: { traceContext } });
    await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    const headers = harness.transport.requests[0]?.headers;
    expect(headers).toMatchObject({ traceparent: trace, tracestate: 'a=1' });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('baggage');
  });

  it('is omitted if it is not a valid header value', async () => {
    const traceContext = () => ({ traceparent: `${trace}\r\nX-Injected: 1`, tracestate: '' });
    const harness = await createWebhookHarness(() => 200, { webhooks: { traceContext } });
    await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    const names = Object.keys(harness.transport.requests[0]?.headers ?? {});
    expect(names.filter((name) => name.startsWith('trace'))).toEqual([]);
  });

  it('is omitted if the host cannot provide it, which is reported once', async () => {
    const traceContext = () => {
      throw new Error('No tracer is registered.');
    };
    const harness = await createWebhookHarness(() => 200, { webhooks: { traceContext } });
    const failures = harness.emitted('background.error');
    await harness.subscribe();
    await harness.notify(2);
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ succeeded: 2 });
    expect(failures).toEqual([{ task: 'send', message: 'No tracer is registered.' }]);
  });
});

it('a fault of the proxy is not charged to the receiver: the delivery is tried again, the breaker stays closed', async () => {
  const timing = { totalMs: 1 };
  const fault = { kind: 'failure', code: 'PROXY_407', phase: 'proxy', connect: true, timing } as const;
  const harness = await createWebhookHarness(() => fault, { settings: { webhookRetrySchedule: [1000] } });
  await harness.subscribe();
  await harness.notify(15);
  await harness.pass(10_000);
  expect(await harness.statuses()).toEqual({ exhausted: 15 });
  expect(await harness.store.find('attempts')).toHaveLength(30);
  expect(await harness.store.find('webhooks')).toMatchObject([
    { state: 'active', breakerUntil: null, consecutiveFailures: 0, failingSince: null, exhausted: 0 },
  ]);
});
