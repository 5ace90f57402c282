import { randomBytes } from 'node:crypto';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { APPLICATION_ADMIN, createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { expect, it } from 'vitest';
import { observePortcullis } from './observe-portcullis.ts';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] } };

/** Reaches a limit three times; returns the points of the counter. */
async function pointsWith(countByTenant?: boolean) {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const observation = observePortcullis({ meterProvider, ...(countByTenant !== undefined && { countByTenant }) });
  await using portcullis = await createPortcullis({
    plugins: [],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
    tenants: { create: 'on-first-use', limits: { apiKeys: 0 } },
  });
  const reach = (tenant: string) => portcullis.tenant(tenant).apiKeys.create(ADMIN, { name: 'key' });
  for (const tenant of ['acme', 'acme', 'bolt']) await expect(reach(tenant)).rejects.toThrow('API keys');
  observation[Symbol.dispose]();
  await expect(reach('acme')).rejects.toThrow('API keys');
  await reader.forceFlush();
  const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  await reader.shutdown();
  const counter = metrics.find(({ descriptor }) => descriptor.name === 'portcullis.tenant.limit.reached');
  return counter?.dataPoints.map(({ attributes, value }) => ({ attributes, value }));
}

it('counts the limits that tenants reach, all tenants together', async () => {
  expect(await pointsWith()).toEqual([{ attributes: { 'portcullis.limit.name': 'apiKeys' }, value: 3 }]);
});

it('counts them separately for each tenant if the host sets the option', async () => {
  expect(await pointsWith(true)).toEqual([
    { attributes: { 'portcullis.limit.name': 'apiKeys', 'portcullis.tenant.id': 'acme' }, value: 2 },
    { attributes: { 'portcullis.limit.name': 'apiKeys', 'portcullis.tenant.id': 'bolt' }, value: 1 },
  ]);
});
