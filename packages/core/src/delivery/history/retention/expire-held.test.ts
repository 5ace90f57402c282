import { describe, expect, it } from 'vitest';
import { admin } from '../../../../tests/delivery-engine.ts';
import { endpointQueueCounts } from '../../../../tests/support/endpoint-queue-counts.ts';
import { createWebhookBench } from '../../../../tests/webhook-bench.ts';
import { createInProcessQueue } from '../../../adapters/in-process-queue.ts';
import { createTenantSettings } from '../../../settings/tenant-settings.ts';
import { createKnownTenantsVersion } from '../../../tenant-cache/known-tenants-version.ts';
import { createRetention } from './create-retention.ts';

const DAY = 86_400_000;

/** Webhooks, and the retention of a node of theirs. */
async function createBench(options: Parameters<typeof createWebhookBench>[1] = {}) {
  const bench = await createWebhookBench(() => 404, {
    settings: { webhookRetrySchedule: Array(8).fill(7 * DAY) },
    ...options,
  });
  const { store, clock, events, logger } = bench;
  const queue = createInProcessQueue({ clock });
  const ofAll = { store: store.allTenants, clock };
  const tenantsVersion = createKnownTenantsVersion(ofAll);
  const settings = createTenantSettings({ ...ofAll, tenantsVersion, defaults: {} });
  const retention = createRetention({ store, clock, queue, settings, events, logger, nodeId: 'one' });
  await retention.start();
  const expired = bench.emitted('webhook.expired');
  const countsAreRight = async () => {
    const { counted, found } = await endpointQueueCounts(store);
    expect(counted).toEqual(found);
  };
  return { ...bench, expired, countsAreRight };
}

describe('a held delivery', () => {
  it('is cancelled after the retention of failures, which an event reports, and is pruned with its event', async () => {
    const bench = await createBench();
    const id = await bench.subscribe();
    await bench.webhooks.update(admin, id, { paused: true });
    await bench.notify(450);
    await bench.pass(10 * DAY);
    await bench.notify();
    await bench.pass(19 * DAY);
    expect(bench.expired).toEqual([]);
    await bench.pass(2 * DAY);
    expect(bench.expired).toEqual([{ webhookId: id, count: 450, days: 30 }]);
    expect(await bench.statuses()).toEqual({ held: 1 });
    expect(await bench.store.count('events', {})).toBe(1);
    await bench.countsAreRight();
  });

  it('is cancelled if it waits for a permission, but not if it waits for room', async () => {
    let permissions: readonly string[] = ['APPLICATION_ADMIN'];
    const bench = await createBench({
      host: { permissionsOf: async () => permissions },
      webhooks: { backlog: { limit: 2 } },
    });
    const id = await bench.subscribe();
    await bench.notify(20);
    await bench.untilIdle();
    permissions = [];
    await bench.notify(3);
    const held = (await bench.statuses()).held ?? 0;
    expect(held).toBeGreaterThan(3);
    await bench.pass(32 * DAY);
    expect(bench.expired).toEqual([{ webhookId: id, count: 3, days: 30 }]);
    expect(await bench.statuses()).toEqual({ pending: 23 - held, held: held - 3 });
    await bench.countsAreRight();
  });

  it('is cancelled if its endpoint queue was full and its webhook is now paused', async () => {
    const bench = await createBench({ webhooks: { backlog: { limit: 2 } } });
    const id = await bench.subscribe();
    await bench.notify(5);
    await bench.untilIdle();
    await bench.webhooks.update(admin, id, { paused: true });
    await bench.pass(32 * DAY);
    expect(bench.expired).toEqual([{ webhookId: id, count: 5, days: 30 }]);
    await bench.countsAreRight();
  });
});
