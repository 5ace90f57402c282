import { describe, expect, it } from 'vitest';
import { admin } from '../../../../tests/delivery-engine.ts';
import { endpointQueueCounts } from '../../../../tests/support/endpoint-queue-counts.ts';
import { overrideStore } from '../../../../tests/support/override-store.ts';
import { createWebhookHarness } from '../../../../tests/webhook-harness.ts';
import { createInProcessQueue } from '../../../adapters/in-process-queue.ts';
import { createMemoryStore } from '../../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore } from '../../../ports/store/store.ts';
import { createTenantSettings } from '../../../settings/tenant-settings.ts';
import { createKnownTenantsVersion } from '../../../tenant-cache/known-tenants-version.ts';
import { createRetention } from './create-retention.ts';

const DAY = 86_400_000;

/** Webhooks, and the retention of a node of theirs. */
async function createHarness(options: Parameters<typeof createWebhookHarness>[1] = {}) {
  const harness = await createWebhookHarness(() => 404, {
    settings: { webhookRetrySchedule: Array(8).fill(7 * DAY) },
    ...options,
  });
  const { store, clock, events, logger } = harness;
  const queue = createInProcessQueue({ clock });
  const ofAll = { store: store.allTenants, clock };
  const tenantsVersion = createKnownTenantsVersion(ofAll);
  const settings = createTenantSettings({ ...ofAll, tenantsVersion, defaults: {} });
  const retention = createRetention({ store, clock, queue, settings, events, logger, nodeId: 'one' });
  await retention.start();
  const expired = harness.emitted('webhook.expired');
  const countsAreRight = async () => {
    const { counted, found } = await endpointQueueCounts(store);
    expect(counted).toEqual(found);
  };
  return { ...harness, expired, countsAreRight };
}

describe('a held delivery', () => {
  it('is cancelled after the retention of failures, which an event reports, and is pruned with its event', async () => {
    const harness = await createHarness();
    const id = await harness.subscribe();
    await harness.webhooks.update(admin, id, { paused: true });
    await harness.notify(450);
    await harness.pass(10 * DAY);
    await harness.notify();
    await harness.pass(19 * DAY);
    expect(harness.expired).toEqual([]);
    await harness.pass(2 * DAY);
    expect(harness.expired).toEqual([{ webhookId: id, count: 450, days: 30 }]);
    expect(await harness.statuses()).toEqual({ held: 1 });
    expect(await harness.store.count('events', {})).toBe(1);
    await harness.countsAreRight();
  });

  it('is cancelled if it waits for a permission, but not if it waits for room', async () => {
    let permissions: readonly string[] = ['APPLICATION_ADMIN'];
    const harness = await createHarness({
      host: { permissionsOf: async () => permissions },
      webhooks: { backlog: { limit: 2 } },
    });
    const id = await harness.subscribe();
    await harness.notify(20);
    await harness.untilIdle();
    permissions = [];
    await harness.notify(3);
    const held = (await harness.statuses()).held ?? 0;
    expect(held).toBeGreaterThan(3);
    await harness.pass(32 * DAY);
    expect(harness.expired).toEqual([{ webhookId: id, count: 3, days: 30 }]);
    expect(await harness.statuses()).toEqual({ pending: 23 - held, held: held - 3 });
    await harness.countsAreRight();
  });

  it('is cancelled if its endpoint queue was full and its webhook is now paused', async () => {
    const harness = await createHarness({ webhooks: { backlog: { limit: 2 } } });
    const id = await harness.subscribe();
    await harness.notify(5);
    await harness.untilIdle();
    await harness.webhooks.update(admin, id, { paused: true });
    await harness.pass(32 * DAY);
    expect(harness.expired).toEqual([{ webhookId: id, count: 5, days: 30 }]);
    await harness.countsAreRight();
  });
});

it('the previous secret of a webhook is removed after its overlap with the current one', async () => {
  const harness = await createHarness();
  const id = await harness.subscribe({ secret: 'previous' });
  await harness.webhooks.update(admin, id, { secret: 'current', secretOverlapHours: 24 });
  const statuses = async () => (await harness.store.find('secrets')).map(({ status }) => status).toSorted();
  await harness.pass(DAY / 2);
  expect(await statuses()).toEqual(['current', 'retiring']);
  await harness.pass(DAY);
  expect(await statuses()).toEqual(['current']);
});

describe('the retention of a node', () => {
  it('also runs five minutes after the start, since a node may not live for an hour', async () => {
    const harness = await createHarness();
    const runs = async () =>
      (await harness.store.find('leases', { where: { name: 'webhook-retention' } }))[0]?.generation ?? 0;
    await harness.pass(299_000);
    expect(await runs()).toBe(0);
    await harness.pass(2000);
    expect(await runs()).toBe(1);
    await harness.pass(3_600_000);
    expect(await runs()).toBe(2);
  });

  it('does its other steps if one fails each time', async () => {
    const memory = createMemoryStore();
    const find: AllTenantsStore['find'] = async (table, query) => {
      const { status } = (query?.where ?? {}) as { readonly status?: unknown };
      if (table === 'deliveries' && status === 'held') throw new Error('A page is damaged.');
      return memory.allTenants.find(table, query);
    };
    const harness = await createHarness({ store: overrideStore(memory, { find }) });
    const id = await harness.subscribe();
    await harness.notify(1);
    await harness.untilIdle();
    await harness.webhooks.remove(admin, id);
    await harness.pass(40 * DAY);
    expect(await harness.store.find('events')).toEqual([]);
    expect(harness.logger.entries).toContainEqual({
      level: 'error',
      message: 'Pruning old deliveries failed.',
      details: { task: 'webhook-retention', error: 'A page is damaged.' },
    });
  });
});
