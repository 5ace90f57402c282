import { randomBytes } from 'node:crypto';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { APPLICATION_ADMIN, createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createFakeTransport, type FakeResponse } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { observeDeliveries } from './observe-deliveries.ts';
import { observePortcullis } from './observe-portcullis.ts';

const admin = { principal: { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] } };
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
const webhook = {
  name: 'w',
  url: 'https://hooks.example.com/in',
  notificationType: ['tagCreated'],
  actionType: null,
  global: true,
};

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
    async metrics() {
      await reader.forceFlush();
      const scopes = exporter.getMetrics().at(-1)?.scopeMetrics ?? [];
      const metrics = scopes.flatMap((scope) => scope.metrics);
      return new Map(metrics.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]));
    },
    close: () => reader.shutdown(),
  };
}

async function startInstance(response: FakeResponse, traceContext?: () => Readonly<Record<string, string>>) {
  const transport = createFakeTransport(response);
  const portcullis = await createPortcullis({
    plugins: [],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
    transport,
    ...(traceContext && { webhooks: { traceContext } }),
  });
  await portcullis.webhooks.create(admin, { webhooks: [webhook] });
  const deliver = async () => {
    const attempted = new Promise((resolve) => portcullis.events.on('delivery.attempted', resolve));
    await portcullis.notifications.notify(tag);
    await attempted;
  };
  return { portcullis, transport, deliver };
}

it('gauges count waiting deliveries, running attempts and failing receivers until they are disposed', async () => {
  const sdk = startSdk();
  const { portcullis, deliver } = await startInstance(() => 503);
  let statsCalls = 0;
  const stats: typeof portcullis.tenants.stats = () => {
    statsCalls += 1;
    return portcullis.tenants.stats();
  };
  const observation = observeDeliveries({ tenants: { ...portcullis.tenants, stats } }, sdk);
  await deliver();
  const read = (points: Awaited<ReturnType<typeof sdk.metrics>>, name: string) =>
    points.get(`portcullis.webhook.${name}`)?.map(({ value }) => value);
  const metrics = await sdk.metrics();
  const names = ['pending', 'held', 'oldest_due.age', 'in_flight', 'open_breakers'];
  expect(names.map((name) => read(metrics, name))).toEqual([[1], [0], [0], [0], [0]]);
  observation[Symbol.dispose]();
  expect(statsCalls).toBe(1);
  await sdk.metrics();
  expect(statsCalls).toBe(1);
  await portcullis.close();
  await sdk.close();
});

it('histograms of an attempt record its outcome, and the time to connect and to the first byte', async () => {
  const sdk = startSdk();
  using _observation = observePortcullis(sdk);
  const timing = { totalMs: 30, connectMs: 10, firstByteMs: 20 };
  const failure = { kind: 'failure', code: 'ECONNRESET', phase: 'headers', connect: false, timing } as const;
  const { portcullis, deliver } = await startInstance(() => failure);
  await deliver();
  const metrics = await sdk.metrics();
  const attributes = { 'portcullis.webhook.phase': 'headers', 'error.type': 'ECONNRESET' };
  expect(metrics.get('portcullis.webhook.attempt.duration')).toMatchObject([{ attributes, value: { count: 1 } }]);
  expect(metrics.get('portcullis.webhook.connect.duration')).toMatchObject([{ attributes, value: { sum: 0.01 } }]);
  expect(metrics.get('portcullis.webhook.first_byte.duration')).toMatchObject([{ attributes, value: { sum: 0.02 } }]);
  await portcullis.close();
  await sdk.close();
});

it('the receiver can continue the trace of its attempt if the host propagates it', async () => {
  const sdk = startSdk();
  using observation = observePortcullis(sdk);
  const { portcullis, transport, deliver } = await startInstance(() => 200, observation.traceContext);
  await deliver();
  const span = sdk
    .spans()
    .find(({ name }) => name === 'webhook POST')
    ?.spanContext();
  expect(span).toBeDefined();
  expect(transport.requests[0]?.headers.traceparent).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
  expect(observation.traceContext()).toEqual({});
  await portcullis.close();
});
