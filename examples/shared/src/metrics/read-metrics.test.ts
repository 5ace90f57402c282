import type { InstanceStatsView } from '@portcullis/core';
import { expect, it } from 'vitest';
import { readMetrics } from './read-metrics.ts';

const stats: InstanceStatsView = {
  webhooks: { active: 3, paused: 1, disabled: 0 },
  openBreakers: 1,
  pending: 12,
  held: 4,
  oldestDueMs: 2500,
  node: { inFlight: 2, attempts: { succeeded: 70, failed: 8 } },
};
const asked: unknown[] = [];
const portcullis = {
  tenants: {
    stats: async () => {
      asked.push('stats');
      return stats;
    },
  },
} as unknown as Parameters<typeof readMetrics>[0];

it('metrics are in the text format of Prometheus: help, type, and a value for each set of labels', async () => {
  const text = (await readMetrics(portcullis, '127.0.0.1')) ?? '';
  const lines = text.split('\n');
  expect(lines).toContain('# TYPE portcullis_delivery_attempts_total counter');
  expect(lines).toContain('portcullis_delivery_attempts_total{outcome="failed"} 8');
  expect(lines).toContain('portcullis_webhooks{state="paused"} 1');
  expect(lines).toContain('portcullis_webhook_oldest_due_age_seconds 2.5');
  expect(text.endsWith('\n')).toBe(true);
  for (const line of lines.filter((each) => each !== '')) {
    expect(line).toMatch(/^(# (HELP|TYPE) portcullis_[a-z_]+ .+|portcullis_[a-z_]+(\{[a-z]+="[a-z]+"\})? [0-9.]+)$/);
  }
});

it.each(['192.0.2.1', '::ffff:192.0.2.1', undefined])('a caller at %s gets no metrics', async (address) => {
  asked.length = 0;
  expect(await readMetrics(portcullis, address)).toBeUndefined();
  expect(asked).toEqual([]);
});
