import { describe, expect, it } from 'vitest';
import { admin, contextOf } from '../../../tests/delivery-engine.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import { createTenantSettings } from '../../settings/tenant-settings.ts';
import { createKnownTenantsVersion } from '../../tenant-cache/known-tenants-version.ts';
import { createRetention } from '../history/retention/create-retention.ts';
import type { AttemptCounts } from '../views/delivery-statistics-view.ts';
import { foldMinutes } from './fold-minutes.ts';
import { pruneStatistics } from './prune-statistics.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The history is kept for a day. */
const DAYS = { webhookRetentionDays: { succeeded: 1, failed: 1 } };

const response = (statusCode: number, totalMs: number) =>
  ({
    kind: 'response',
    statusCode,
    headers: {},
    body: new Uint8Array(),
    bodyBytes: 0,
    truncated: false,
    timing: { totalMs },
  }) as const;

/** Webhooks with one attempt a delivery. */
function createHarness(response: Parameters<typeof createWebhookHarness>[0] = () => 200, options = {}) {
  return createWebhookHarness(response, { settings: { webhookAutomaticRetry: false }, ...options });
}

/** The counts that are not zero. */
function nonZero(counts: AttemptCounts): Partial<AttemptCounts> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

describe('the statistics of deliveries', () => {
  it('count attempts by outcome, and deliveries that are not retried', async () => {
    const statuses = [200, 204, 404, 503, 301, 200];
    const harness = await createHarness(() => statuses.shift() ?? 200);
    const id = await harness.subscribe();
    await harness.notify(6);
    await harness.pass(10 * SECOND);
    const { total } = await harness.webhooks.deliveryStatisticsOf(admin, id, { range: 'hour' });
    expect(nonZero(total.attempts)).toEqual({ succeeded: 3, refused: 1, receiverError: 1, redirected: 1 });
    expect(total.exhausted).toBe(3);
  });

  it('have the latency of attempts with a response', async () => {
    const latencies = [...Array(90).fill(20), ...Array(10).fill(3000)];
    const harness = await createHarness(() => response(200, latencies.pop() ?? 0));
    const id = await harness.subscribe();
    await harness.notify(100);
    await harness.pass(10 * SECOND);
    const { total } = await harness.webhooks.deliveryStatisticsOf(admin, id, { range: 'hour' });
    expect(total.latency?.p50Ms).toBeGreaterThan(16);
    expect(total.latency?.p50Ms).toBeLessThanOrEqual(25);
    expect(total.latency?.p95Ms).toBeGreaterThan(2500);
    expect(total.latency?.p95Ms).toBeLessThanOrEqual(4000);
  });

  it('have no latency without a response', async () => {
    const harness = await createHarness(() => ({
      kind: 'failure',
      code: 'TIMEOUT',
      phase: 'headers',
      connect: true,
      timing: { totalMs: 10_000 },
    }));
    const id = await harness.subscribe();
    await harness.notify();
    await harness.pass(10 * SECOND);
    const { total } = await harness.webhooks.deliveryStatisticsOf(admin, id, {});
    expect(nonZero(total.attempts)).toEqual({ noResponse: 1 });
    expect(total.latency).toBeUndefined();
  });

  it('sum all webhooks, also those that were deleted', async () => {
    const harness = await createHarness();
    const first = await harness.subscribe();
    const second = await harness.subscribe();
    await harness.notify(2);
    await harness.pass(10 * SECOND);
    await harness.webhooks.remove(admin, first);
    expect((await harness.webhooks.deliveryStatistics(admin, {})).total.attempts.succeeded).toBe(4);
    expect((await harness.webhooks.deliveryStatisticsOf(admin, second, {})).total.attempts.succeeded).toBe(2);
    expect(await harness.store.count('deliveryStatistics', { webhookId: first })).toBe(0);
  });

  it('keep nothing of a webhook that was deleted before its counts were added', async () => {
    const harness = await createHarness();
    const id = await harness.subscribe();
    await harness.notify(2);
    await harness.untilIdle();
    await harness.webhooks.remove(admin, id);
    await harness.pass(10 * SECOND);
    expect(await harness.store.count('deliveryStatistics', { webhookId: id })).toBe(0);
    expect((await harness.webhooks.deliveryStatistics(admin, {})).total.attempts.succeeded).toBe(2);
  });

  it('count manual retries, but no tests', async () => {
    const statuses = [500, 200, 200];
    const harness = await createHarness(() => statuses.shift() ?? 500);
    const id = await harness.subscribe();
    await harness.notify();
    await harness.untilIdle();
    const [record] = (await harness.webhooks.historyOf(admin, id, {})).records;
    await harness.webhooks.retry(admin, Number(record?.id));
    await harness.webhooks.test(admin, id);
    await harness.pass(10 * SECOND);
    const { total } = await harness.webhooks.deliveryStatisticsOf(admin, id, {});
    expect(nonZero(total.attempts)).toEqual({ succeeded: 1, receiverError: 1 });
  });

  it.each([
    ['hour', 60, 1],
    ['day', 24, 60],
    ['week', 28, 360],
  ])('of the last %s have %i steps of %i minutes', async (range, steps, stepMinutes) => {
    const harness = await createHarness();
    const id = await harness.subscribe();
    await harness.notify();
    await harness.pass(10 * SECOND);
    const statistics = await harness.webhooks.deliveryStatisticsOf(admin, id, { range });
    expect(statistics.stepMinutes).toBe(stepMinutes);
    expect(statistics.steps).toHaveLength(steps);
    expect(statistics.steps.at(-1)?.attempts.succeeded).toBe(1);
  });

  it('refuse an unknown range', async () => {
    const harness = await createHarness();
    const refusal = await refusalOf(harness.webhooks.deliveryStatistics(admin, { range: 'year' }));
    expect(refusal).toMatchObject({ code: 'PARAMETER_INVALID' });
  });

  it('of all webhooks are refused to a caller that is no administrator', async () => {
    const harness = await createHarness();
    const refusal = await refusalOf(harness.webhooks.deliveryStatistics(contextOf(2), {}));
    expect(refusal).toMatchObject({ code: 'PERMISSION_MISSING' });
  });

  it('of a webhook are refused to a caller that may not see it', async () => {
    const harness = await createHarness();
    const id = await harness.subscribe();
    const refusal = await refusalOf(harness.webhooks.deliveryStatisticsOf(contextOf(2), id, {}));
    expect(refusal).toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
  });
});

describe('the store', () => {
  it('gets one transaction in five seconds, and none without attempts', async () => {
    const kept = createMemoryStore();
    const added: number[] = [];
    const transaction: AllTenantsStore['transaction'] = (work, options) =>
      kept.allTenants.transaction(
        (open) =>
          work({
            ...open,
            insertOwned: (table, rows) => {
              if (table === 'deliveryStatistics') added.push(rows.length);
              return open.insertOwned(table, rows);
            },
          }),
        options,
      );
    const harness = await createHarness(() => 200, { store: overrideStore(kept, { transaction }) });
    for (let each = 0; each < 3; each += 1) await harness.subscribe();
    await harness.notify(5);
    await harness.pass(4 * SECOND);
    expect(added).toEqual([]);
    await harness.notify(5);
    await harness.pass(HOUR);
    // Three webhooks, and all of them together.
    expect(added).toEqual([4]);
  });

  it('gets the counts when the node stops', async () => {
    const harness = await createHarness();
    await harness.subscribe();
    await harness.notify(3);
    await harness.untilIdle();
    await harness.close();
    expect((await harness.webhooks.deliveryStatistics(admin, {})).total.attempts.succeeded).toBe(3);
  });

  it('gets counts later that it could not take', async () => {
    const kept = createMemoryStore();
    let isFull = true;
    const transaction: AllTenantsStore['transaction'] = (work, options) =>
      kept.allTenants.transaction(
        (open) =>
          work({
            ...open,
            insertOwned: (table, rows) => {
              if (table === 'deliveryStatistics' && isFull) throw new Error('The disk is full.');
              return open.insertOwned(table, rows);
            },
          }),
        options,
      );
    const harness = await createHarness(() => 200, { store: overrideStore(kept, { transaction }) });
    await harness.subscribe();
    await harness.notify(3);
    await harness.pass(30 * SECOND);
    isFull = false;
    await harness.notify(2);
    await harness.pass(10 * SECOND);
    expect((await harness.webhooks.deliveryStatistics(admin, {})).total.attempts.succeeded).toBe(5);
  });

  it('adds the counts of several nodes', async () => {
    const store = createMemoryStore();
    const one = await createHarness(() => 200, { store });
    await one.subscribe();
    const two = await createHarness(() => 200, { store, nodeId: 'node-2', seed: 2 });
    await one.notify(3);
    await one.pass(10 * SECOND);
    await two.notify(4);
    await two.pass(10 * SECOND);
    expect((await one.webhooks.deliveryStatistics(admin, {})).total.attempts.succeeded).toBe(7);
  });
});

describe('old statistics', () => {
  const signal = new AbortController().signal;

  it('remain when the history is pruned', async () => {
    const harness = await createHarness(() => response(200, 20));
    const { store, clock, events, logger } = harness;
    const queue = createInProcessQueue({ clock });
    const ofAll = { store: store.allTenants, clock };
    const tenantsVersion = createKnownTenantsVersion(ofAll);
    const settings = createTenantSettings({ ...ofAll, tenantsVersion, defaults: DAYS });
    const retention = createRetention({ store, clock, queue, settings, events, logger, nodeId: 'one' });
    await retention.start();
    const id = await harness.subscribe();
    await harness.notify(5);
    await harness.pass(3 * DAY);
    expect((await harness.webhooks.historyOf(admin, id, {})).count).toBe('0');
    const { total } = await harness.webhooks.deliveryStatisticsOf(admin, id, { range: 'week' });
    expect(total.attempts.succeeded).toBe(5);
    expect(total.latency?.p50Ms).toBeGreaterThan(16);
    await harness.pass(7 * DAY);
    expect(await store.count('deliveryStatistics', {})).toBe(0);
    await retention.stop();
  });

  it('are folded into hours after an hour, with the same sums', async () => {
    const harness = await createHarness(() => response(200, 20));
    const id = await harness.subscribe();
    for (let minute = 0; minute < 200; minute += 1) {
      await harness.notify();
      await harness.pass(MINUTE);
    }
    const before = await harness.webhooks.deliveryStatisticsOf(admin, id, { range: 'day' });
    const lastHour = await harness.webhooks.deliveryStatisticsOf(admin, id, { range: 'hour' });
    expect(before.total.attempts.succeeded).toBe(200);
    await foldMinutes(harness.store.allTenants, harness.clock.now(), signal);
    expect(await harness.webhooks.deliveryStatisticsOf(admin, id, { range: 'day' })).toEqual(before);
    expect(await harness.webhooks.deliveryStatisticsOf(admin, id, { range: 'hour' })).toEqual(lastHour);
    expect(await harness.store.count('deliveryStatistics', { webhookId: id, span: 'hour' })).toBe(2);
    expect(await harness.store.count('deliveryStatistics', { webhookId: id, span: 'minute' })).toBeLessThanOrEqual(120);
  });

  it('are folded once if two nodes do it at the same time', async () => {
    const harness = await createHarness();
    await harness.subscribe();
    await harness.notify(5);
    await harness.pass(3 * HOUR);
    const { allTenants } = harness.store;
    await Promise.all([1, 2].map(() => foldMinutes(allTenants, harness.clock.now(), signal)));
    expect((await harness.webhooks.deliveryStatistics(admin, {})).total.attempts.succeeded).toBe(5);
  });

  it('of all tenants are folded, and those of webhooks that no longer exist removed', async () => {
    const store = createMemoryStore();
    await store.open();
    const row = { span: 'minute', startsAt: HOUR, tally: { attempts: { succeeded: 1 }, latency: {} } } as const;
    const rows = ['', 'acme', 'bolt'].flatMap((tenant) =>
      Array.from({ length: 700 }, () => ({ tenant, webhookId: 0, ...row })),
    );
    await store.allTenants.insertOwned('deliveryStatistics', [...rows, { tenant: 'bolt', webhookId: 77, ...row }]);
    await foldMinutes(store.allTenants, 4 * HOUR, signal);
    const left = await store.allTenants.find('deliveryStatistics', { where: { span: 'minute' } });
    expect(left).toEqual([]);
    const hours = await store.allTenants.find('deliveryStatistics');
    expect(new Set(hours.map(({ webhookId }) => webhookId))).toEqual(new Set([0]));
    const sums = Map.groupBy(hours, ({ tenant }) => tenant);
    for (const found of sums.values()) {
      expect(found.reduce((sum, { tally }) => sum + tally.attempts.succeeded, 0)).toBe(700);
    }
  });

  it('are removed after eight days, in slices', async () => {
    const store = createMemoryStore();
    await store.open();
    const row = { webhookId: 1, span: 'hour', tally: {} } as const;
    const times = [...Array(450).fill(0), 3 * DAY, 9 * DAY];
    await store.allTenants.insertOwned(
      'deliveryStatistics',
      times.map((startsAt) => ({ tenant: '', startsAt, ...row })),
    );
    expect(await pruneStatistics(store.allTenants, 10 * DAY, signal)).toBe(450);
    expect((await store.find('deliveryStatistics')).map(({ startsAt }) => startsAt)).toEqual([3 * DAY, 9 * DAY]);
  });
});
