import { randomBytes } from 'node:crypto';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { APPLICATION_ADMIN, createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { createFakeTransport, createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { observePortcullis } from './observe-portcullis.ts';

const body = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };

function startSdk() {
  const spans = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  return {
    tracerProvider,
    meterProvider,
    spans: () => spans.getFinishedSpans(),
    async histograms() {
      await reader.forceFlush();
      const metrics =
        exporter
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
      await reader.shutdown();
      return new Map(metrics.map((metric) => [metric.descriptor.name, metric]));
    },
  };
}

async function startService() {
  const platform = createSimulatedPlatform();
  const transport = createFakeTransport();
  const store = createMemoryStore();
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform)],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
    integrations: { transientRetries: 0 },
    transport,
  });
  const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
  const { key } = await portcullis.apiKeys.issue({ name: 'k', principal });
  const handler = createHttpHandler(portcullis);
  const send = (method: string, path: string, json?: unknown) =>
    handler(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { authorization: key, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
  return { platform, transport, store, portcullis, send };
}

type Service = Awaited<ReturnType<typeof startService>>;

async function subscribe(send: Service['send'], count: number): Promise<void> {
  const webhook = { name: 'w', notificationType: ['modelCreated'], actionType: null, global: true };
  const webhooks = Array.from({ length: count }, (_, number) => ({
    ...webhook,
    url: `https://hooks.example.com/${number}`,
  }));
  expect((await send('POST', '/webhooks', { webhooks })).status).toBe(201);
}

const notify = ({ notifications }: Service['portcullis']) =>
  notifications.notify({
    kind: 'modelCreated',
    metadata: { modelId: 4, modelType: 'project', actionBy: 7, actionByName: 'Ada', projectName: 'Sales' },
  });

/** Resolves once that many attempts have ended. */
function countAttempts({ events }: Service['portcullis'], count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    events.on('delivery.attempted', () => {
      left -= 1;
      if (left === 0) resolve();
    });
  });
}

const parentOf = (span: ReadableSpan | undefined, all: readonly ReadableSpan[]) =>
  all.find((each) => each.spanContext().spanId === span?.parentSpanContext?.spanId)?.name;

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => context.disable());

describe('observing an instance', () => {
  it('creates a tree of spans: the request, its validation and tests, its operation and statements', async () => {
    const sdk = startSdk();
    using _observation = observePortcullis(sdk);
    const { portcullis, send } = await startService();
    const outer = sdk.tracerProvider.getTracer('host').startSpan('host request');
    await context.with(trace.setSpan(context.active(), outer), () => send('POST', '/integrations', body));
    await portcullis.integrations.whenIdle(1);
    outer.end();
    const spans = sdk.spans();
    const named = (name: string) => spans.find((span) => span.name === name);
    expect(named('POST /integrations')).toMatchObject({
      kind: SpanKind.SERVER,
      attributes: { 'http.response.status_code': 201, 'portcullis.request.operation': 'createIntegration' },
    });
    expect(parentOf(named('POST /integrations'), spans)).toBe('host request');
    expect(parentOf(named('validate create'), spans)).toBe('POST /integrations');
    expect(parentOf(named('test connection'), spans)).toBe('validate create');
    expect(parentOf(named('operation create'), spans)).toBe('POST /integrations');
    expect(parentOf(named('statement Simulated'), spans)).toBe('operation create');
    expect(named('operation create')?.attributes).toMatchObject({
      'portcullis.integration.id': 1,
      'portcullis.status': 'succeeded',
    });
    const [operation] = await portcullis.integrations.operations(
      { principal: { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] } },
      1,
    );
    expect(
      spans.filter(({ name }) => name === 'statement Simulated').map(({ attributes }) => attributes['db.query.text']),
    ).toEqual(operation?.journal.map(({ statement }) => statement));
    expect(spans.every(({ status }) => status.code === SpanStatusCode.UNSET)).toBe(true);
    await portcullis.close();
  });

  it('names the tenant on spans of the request, and on no histogram', async () => {
    const sdk = startSdk();
    using _observation = observePortcullis(sdk);
    const { portcullis } = await startService();
    await portcullis.tenants.create({ id: 'acme' });
    const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
    const { key } = await portcullis.tenant('acme').apiKeys.issue({ name: 'k', principal });
    const headers = { authorization: key };
    await createHttpHandler(portcullis)(new Request('http://127.0.0.1/webhooks', { headers }));
    const span = sdk.spans().find(({ name }) => name === 'GET /webhooks');
    expect(span?.attributes).toMatchObject({ 'portcullis.tenant': 'acme' });
    const durations = (await sdk.histograms()).get('portcullis.http.request.duration');
    expect(durations?.dataPoints[0]?.attributes).not.toHaveProperty('portcullis.tenant');
    await portcullis.close();
  });

  it('marks failed spans with the reason, and never contains a secret', async () => {
    const sdk = startSdk();
    using _observation = observePortcullis(sdk);
    const { portcullis, platform, send } = await startService();
    platform.inject({ at: 3, effect: { fail: 'missing-grant', message: `denied: ${SIMULATED_CONFIG.password}` } });
    await send('POST', '/integrations', body);
    await portcullis.integrations.whenIdle(1);
    platform.refuseConnections({ with: 'credentials' });
    await send('PUT', '/integrations/1', body);
    const failed = sdk.spans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
    const reasons = new Set(failed.map(({ name, attributes }) => `${name}: ${attributes['error.type']}`));
    expect(reasons).toContain('statement Simulated: missing-grant');
    expect(reasons).toContain('operation create: missing-grant');
    expect(reasons).toContain('test connection: credentials');
    expect([...reasons].some((reason) => reason.startsWith('POST /integrations'))).toBe(false);
    const exported = sdk.spans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events }));
    expect(JSON.stringify(exported)).not.toContain(SIMULATED_CONFIG.password);
    await portcullis.close();
  });

  it('measures durations, with dimensions of low cardinality', async () => {
    const sdk = startSdk();
    using _observation = observePortcullis(sdk);
    const { portcullis, send } = await startService();
    await send('POST', '/integrations', body);
    await portcullis.integrations.whenIdle(1);
    await send('GET', '/integrations/1');
    await send('GET', '/integrations/99');
    const histograms = await sdk.histograms();
    const points = histograms.get('portcullis.http.request.duration')?.dataPoints ?? [];
    expect(points.map(({ attributes }) => [attributes['http.route'], attributes['http.response.status_code']])).toEqual(
      [
        ['/integrations', 201],
        ['/integrations/{id}', 200],
        ['/integrations/{id}', 404],
      ],
    );
    expect(histograms.get('portcullis.operation.duration')?.dataPoints).toMatchObject([
      { attributes: { 'portcullis.integration.type': 'Simulated', 'portcullis.status': 'succeeded' } },
    ]);
    expect(histograms.get('portcullis.statement.duration')?.dataPoints).toHaveLength(1);
    // Boundaries for milliseconds would count each of these durations in the same bucket.
    expect(points[0]?.value).toMatchObject({ buckets: { boundaries: expect.arrayContaining([0.005, 0.1, 10, 60]) } });
    for (const { dataPoints } of histograms.values()) {
      for (const { attributes } of dataPoints)
        expect(Object.keys(attributes)).not.toContain('portcullis.integration.id');
    }
    await portcullis.close();
  });

  it('creates a span for each attempt of a delivery, without the path of its receiver', async () => {
    const sdk = startSdk();
    using _observation = observePortcullis(sdk);
    const { portcullis, send } = await startService();
    const attempted = new Promise((resolve) => portcullis.events.on('delivery.attempted', resolve));
    const webhook = {
      name: 'w',
      url: 'https://hooks.example.com/secret-path',
      notificationType: ['modelCreated'],
      actionType: null,
      global: true,
    };
    const created = await send('POST', '/webhooks', { webhooks: [webhook] });
    expect(created.status, await created.clone().text()).toBe(201);
    await portcullis.notifications.notify({
      kind: 'modelCreated',
      metadata: { modelId: 4, modelType: 'project', actionBy: 7, actionByName: 'Ada', projectName: 'Sales' },
    });
    await attempted;
    const attempt = sdk.spans().find(({ name }) => name === 'webhook POST');
    expect(attempt).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: { 'server.address': 'hooks.example.com', 'portcullis.notification.kind': 'modelCreated' },
    });
    expect(JSON.stringify(sdk.spans().map(({ attributes }) => attributes))).not.toContain('secret-path');
    await portcullis.close();
  });

  it('measures how long deliveries wait, with a limit on distinct webhooks', async () => {
    const sdk = startSdk();
    using _observation = observePortcullis({ ...sdk, maxDistinctWebhooks: 2 });
    const { portcullis, send } = await startService();
    await subscribe(send, 4);
    const attempted = countAttempts(portcullis, 4);
    await notify(portcullis);
    await attempted;
    await portcullis.close();
    const points = (await sdk.histograms()).get('portcullis.webhook.queue.duration')?.dataPoints ?? [];
    const counts = points.map(({ attributes, value }) => [
      attributes['portcullis.webhook.id'],
      (value as { readonly count: number }).count,
    ]);
    expect(Object.fromEntries(counts)).toEqual({ 1: 1, 2: 1, other: 2 });
  });

  it('creates a span for each notification, and links all attempts to it, later retries included', async () => {
    const sdk = startSdk();
    using _observation = observePortcullis(sdk);
    const { portcullis, transport, store, send } = await startService();
    await subscribe(send, 2);
    const outer = sdk.tracerProvider.getTracer('host').startSpan('host request');
    const attempted = countAttempts(portcullis, 2);
    const { eventId } = await context.with(trace.setSpan(context.active(), outer), () => notify(portcullis));
    await attempted;
    outer.end();
    expect((await send('POST', '/webhooks/history/retry/1')).status).toBe(200);
    const spans = sdk.spans();
    const notified = spans.find(({ name }) => name === 'notify modelCreated');
    expect(notified).toMatchObject({
      kind: SpanKind.PRODUCER,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'messaging.system': 'portcullis',
        'messaging.operation.name': 'notify',
        'messaging.operation.type': 'send',
        'messaging.destination.name': 'modelCreated',
        'messaging.message.id': String(eventId),
        'portcullis.notification.deliveries': 2,
        'portcullis.notification.repeated': false,
      },
    });
    expect(parentOf(notified, spans)).toBe('host request');
    const { traceId, spanId } = notified?.spanContext() ?? {};
    const attempts = spans.filter(({ name }) => name === 'webhook POST');
    expect(attempts.map(({ links }) => links.map((link) => link.context))).toEqual(
      Array(3).fill([expect.objectContaining({ traceId, spanId, isRemote: true })]),
    );
    // Each attempt has a separate trace, except the one for which a caller waits.
    expect(attempts.map((attempt) => parentOf(attempt, spans))).toEqual([
      undefined,
      undefined,
      'POST /webhooks/history/retry/{id}',
    ]);
    expect(transport.requests.every(({ headers }) => !('traceparent' in headers))).toBe(true);
    expect(await store.find('events')).toMatchObject([{ traceParent: `00-${traceId}-${spanId}-01` }]);
    await portcullis.close();
  });

  it('stores no trace context without an SDK, and then links nothing', async () => {
    const { portcullis, store, send } = await startService();
    await subscribe(send, 1);
    const attempted = countAttempts(portcullis, 1);
    using _observation = observePortcullis();
    await notify(portcullis);
    await attempted;
    expect(await store.find('events')).toMatchObject([{ traceParent: null }]);
    const sdk = startSdk();
    using _other = observePortcullis(sdk);
    await send('POST', '/webhooks/history/retry/1');
    expect(sdk.spans().find(({ name }) => name === 'webhook POST')?.links).toEqual([]);
    await portcullis.close();
  });

  it('stops when it is disposed', async () => {
    const sdk = startSdk();
    const observation = observePortcullis(sdk);
    const { portcullis, send } = await startService();
    await send('GET', '/healthz');
    observation[Symbol.dispose]();
    await send('GET', '/healthz');
    expect(sdk.spans().map(({ name }) => name)).toEqual(['GET /healthz']);
    await portcullis.close();
  });
});
