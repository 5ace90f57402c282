import { tracingChannel } from 'node:diagnostics_channel';
import { createFakeTransport } from '@portcullis/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { admin, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import {
  type NotificationTrace,
  TRACING_CHANNELS,
  type WebhookAttemptTrace,
} from '../../kernel/tracing/tracing-channels.ts';

const TRACE_PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const created = {
  kind: 'modelCreated',
  metadata: { modelId: 4, modelType: 'project', actionBy: 7, actionByName: 'Ada', projectName: 'Sales' },
} as const;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function listen<Context extends object>(
  name: string,
  listeners: Partial<Record<'start' | 'asyncEnd', (trace: Context) => void>>,
) {
  const none = (): void => undefined;
  const handlers = { start: none, end: none, asyncStart: none, asyncEnd: none, error: none, ...listeners };
  const channel = tracingChannel<unknown, Context>(name);
  channel.subscribe(handlers);
  stops.push(() => channel.unsubscribe(handlers));
}

async function createEngine() {
  const engine = await createDeliveryEngine({ transport: createFakeTransport() });
  await engine.webhooks.create(admin, { webhooks: [webhookBody()] });
  return engine;
}

describe('a publication that is traced', () => {
  it('passes the trace parent of its subscriber to every attempt, through the event', async () => {
    const attempts: (string | undefined)[] = [];
    listen<NotificationTrace>(TRACING_CHANNELS.notification, {
      start: (trace) => {
        trace.traceParent = TRACE_PARENT;
      },
    });
    listen<WebhookAttemptTrace>(TRACING_CHANNELS.webhookAttempt, {
      start: ({ traceParent }) => void attempts.push(traceParent),
    });
    const { notifications, webhooks, store, untilIdle } = await createEngine();
    await notifications.notify(created);
    await untilIdle();
    expect(await store.find('events')).toMatchObject([{ traceParent: TRACE_PARENT }]);
    await webhooks.retry(admin, 1);
    expect(attempts).toEqual([TRACE_PARENT, TRACE_PARENT]);
  });

  it('reports the published event, and marks a repetition', async () => {
    const ended: object[] = [];
    listen<NotificationTrace>(TRACING_CHANNELS.notification, { asyncEnd: (trace) => void ended.push({ ...trace }) });
    const { notifications, untilIdle } = await createEngine();
    await notifications.notify({ ...created, idempotencyKey: 'a' });
    await notifications.notify({ ...created, idempotencyKey: 'a' });
    await expect(notifications.notify({ kind: 'unheardOf', metadata: {} })).rejects.toThrow();
    await untilIdle();
    expect(ended).toMatchObject([
      { kind: 'modelCreated', eventId: 1, deliveries: 1, repeated: false },
      { kind: 'modelCreated', eventId: 1, deliveries: 1, repeated: true },
      { kind: 'unheardOf', failure: { code: 'KIND_UNKNOWN' } },
    ]);
  });

  it.each(['no header', `${TRACE_PARENT}-more`, 7])(
    'is stored without a trace parent that is not a valid header: %s',
    async (given) => {
      listen<NotificationTrace>(TRACING_CHANNELS.notification, {
        start: (trace) => void Object.assign(trace, { traceParent: given }),
      });
      const { notifications, store, untilIdle } = await createEngine();
      await notifications.notify(created);
      await untilIdle();
      expect(await store.find('events')).toMatchObject([{ traceParent: null }]);
    },
  );
});

it('an untraced publication stores no trace context, and its attempts get none', async () => {
  const attempts: object[] = [];
  listen<WebhookAttemptTrace>(TRACING_CHANNELS.webhookAttempt, { start: (trace) => void attempts.push({ ...trace }) });
  const { notifications, store, untilIdle } = await createEngine();
  await notifications.notify(created);
  await untilIdle();
  expect(await store.find('events')).toMatchObject([{ traceParent: null }]);
  expect(attempts).toHaveLength(1);
  expect(attempts[0]).not.toHaveProperty('traceParent');
});
