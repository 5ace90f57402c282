import { type MeterProvider, metrics, type ObservableGauge } from '@opentelemetry/api';
import type { InstanceStatsView, Portcullis } from '@portcullis/core';

/** Options of {@link observeDeliveries}. */
export interface ObserveDeliveriesOptions {
  /** The provider of the meter. @remarks Set it if your host has several providers. @default the global one */
  readonly meterProvider?: MeterProvider;
}

const SCOPE = '@portcullis/opentelemetry';

interface GaugeRule {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly read: (stats: InstanceStatsView) => number;
}

/** The gauges, one row each. */
const GAUGES: readonly GaugeRule[] = [
  { name: 'pending', unit: '{delivery}', description: 'Deliveries that wait.', read: ({ pending }) => pending },
  { name: 'held', unit: '{delivery}', description: 'Deliveries that are held.', read: ({ held }) => held },
  {
    name: 'oldest_due.age',
    unit: 's',
    description: 'Age of the oldest due delivery.',
    read: ({ oldestDueMs }) => oldestDueMs / 1000,
  },
  {
    name: 'in_flight',
    unit: '{attempt}',
    description: 'Attempts in progress in this process.',
    read: ({ node }) => node.inFlight,
  },
  {
    name: 'open_breakers',
    unit: '{webhook}',
    description: 'Webhooks whose receiver is failing.',
    read: ({ openBreakers }) => openBreakers,
  },
];

/**
 * Reports the statistics of an instance as gauges `portcullis.webhook.*`. They are read once for each collection of the
 * exporter.
 *
 * @returns the observation, which ends when it is disposed of.
 */
export function observeDeliveries(
  portcullis: Pick<Portcullis, 'tenants'>,
  { meterProvider }: ObserveDeliveriesOptions = {},
): Disposable {
  const meter = (meterProvider ?? metrics).getMeter(SCOPE);
  const gauges = new Map<ObservableGauge, GaugeRule>(
    GAUGES.map((rule) => {
      const { unit, description } = rule;
      return [meter.createObservableGauge(`portcullis.webhook.${rule.name}`, { unit, description }), rule];
    }),
  );
  const observe: Parameters<typeof meter.addBatchObservableCallback>[0] = async (result) => {
    const stats = await portcullis.tenants.stats();
    for (const [gauge, { read }] of gauges) result.observe(gauge, read(stats));
  };
  meter.addBatchObservableCallback(observe, [...gauges.keys()]);
  return { [Symbol.dispose]: () => meter.removeBatchObservableCallback(observe, [...gauges.keys()]) };
}
