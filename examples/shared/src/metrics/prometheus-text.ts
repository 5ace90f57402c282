import type { InstanceStatsView } from '@portcullis/core';
import { Counter, Gauge, Registry } from 'prom-client';

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  /** The values, each with its labels. */
  readonly values: (stats: InstanceStatsView) => readonly (readonly [Readonly<Record<string, string>>, number])[];
}

/** One row for each metric. The gauges have the names with which Prometheus exports those of `@portcullis/opentelemetry`. */
const METRICS: readonly Metric[] = [
  {
    name: 'portcullis_webhooks',
    type: 'gauge',
    help: 'Webhooks by state.',
    values: ({ webhooks }) => Object.entries(webhooks).map(([state, count]) => [{ state }, count]),
  },
  {
    name: 'portcullis_webhook_open_breakers',
    type: 'gauge',
    help: 'Webhooks whose receiver is failing.',
    values: ({ openBreakers }) => [[{}, openBreakers]],
  },
  {
    name: 'portcullis_webhook_pending',
    type: 'gauge',
    help: 'Deliveries that wait for their next attempt.',
    values: ({ pending }) => [[{}, pending]],
  },
  {
    name: 'portcullis_webhook_held',
    type: 'gauge',
    help: 'Deliveries that are held for webhooks that are paused or disabled.',
    values: ({ held }) => [[{}, held]],
  },
  {
    name: 'portcullis_webhook_oldest_due_age_seconds',
    type: 'gauge',
    help: 'Age of the oldest due delivery.',
    values: ({ oldestDueMs }) => [[{}, oldestDueMs / 1000]],
  },
  {
    name: 'portcullis_webhook_in_flight',
    type: 'gauge',
    help: 'Attempts in progress in this process.',
    values: ({ node }) => [[{}, node.inFlight]],
  },
  {
    name: 'portcullis_delivery_attempts_total',
    type: 'counter',
    help: 'Attempts that this process has recorded.',
    values: ({ node }) => [
      [{ outcome: 'succeeded' }, node.attempts.succeeded],
      [{ outcome: 'failed' }, node.attempts.failed],
    ],
  },
];

/** The content type of {@link prometheusText}. */
export const PROMETHEUS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The statistics of webhooks in the text format of Prometheus, version 0.0.4. */
export function prometheusText(stats: InstanceStatsView): Promise<string> {
  // Created for each response: the library does the counting, and nothing is counted here.
  const registry = new Registry();
  for (const { name, type, help, values } of METRICS) {
    const labelled = values(stats);
    const labelNames = [...new Set(labelled.flatMap(([labels]) => Object.keys(labels)))];
    const options = { name, help, labelNames, registers: [registry] };
    if (type === 'gauge') {
      const gauge = new Gauge(options);
      for (const [labels, value] of labelled) gauge.set(labels, value);
    } else {
      const counter = new Counter(options);
      for (const [labels, value] of labelled) counter.inc(labels, value);
    }
  }
  return registry.metrics();
}
