import type { WebhookStatsView } from '@portcullis/core';

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  /** Values by the labels that they have. */
  readonly values: (stats: WebhookStatsView) => Readonly<Record<string, number>>;
}

/** One row a metric. Names follow Prometheus' "Metric and label naming". */
const METRICS: readonly Metric[] = [
  {
    name: 'portcullis_webhooks',
    type: 'gauge',
    help: 'Webhooks by state.',
    values: ({ webhooks }) =>
      Object.fromEntries(Object.entries(webhooks).map(([state, count]) => [`{state="${state}"}`, count])),
  },
  {
    name: 'portcullis_webhook_open_breakers',
    type: 'gauge',
    help: 'Webhooks whose receiver is not well.',
    values: ({ openBreakers }) => ({ '': openBreakers }),
  },
  {
    name: 'portcullis_deliveries_pending',
    type: 'gauge',
    help: 'Deliveries that wait for their next attempt.',
    values: ({ pending }) => ({ '': pending }),
  },
  {
    name: 'portcullis_deliveries_held',
    type: 'gauge',
    help: 'Deliveries that are kept for webhooks that do not take any now.',
    values: ({ held }) => ({ '': held }),
  },
  {
    name: 'portcullis_delivery_oldest_due_seconds',
    type: 'gauge',
    help: 'For how long the delivery that is due longest has been due.',
    values: ({ oldestDueMs }) => ({ '': oldestDueMs / 1000 }),
  },
  {
    name: 'portcullis_delivery_attempts_in_flight',
    type: 'gauge',
    help: 'Attempts under way in this process.',
    values: ({ node }) => ({ '': node.inFlight }),
  },
  {
    name: 'portcullis_delivery_attempts_total',
    type: 'counter',
    help: 'Attempts that this process has recorded.',
    values: ({ node }) => ({
      '{outcome="succeeded"}': node.attempts.succeeded,
      '{outcome="failed"}': node.attempts.failed,
    }),
  },
];

/** The content type of {@link prometheusText}. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The statistics of webhooks in the text format that Prometheus reads, version 0.0.4. */
export function prometheusText(stats: WebhookStatsView): string {
  return METRICS.map(({ name, type, help, values }) => {
    const lines = Object.entries(values(stats)).map(([labels, value]) => `${name}${labels} ${value}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
  }).join('');
}
