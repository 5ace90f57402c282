import { createFakeClock, createFakeTransport, type FakeResponse, sampleRow } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { tag } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { Settings } from '../../options/settings.ts';
import { MAX_UNCOUNTED } from '../attempt/retry-schedule/decide.ts';

const HOUR = 3_600_000;
const hangs: FakeResponse = () => new Promise(() => {});

/** A store on which processes follow each other. Each is dead when the next one starts, whatever it still waits for. */
async function generations({ count = 1, settings }: { count?: number; settings?: Partial<Settings> } = {}) {
  const store = createMemoryStore();
  const clock = createFakeClock();
  let number = 0;
  const start = async (response: FakeResponse, options: { readonly companion?: string } = {}) => {
    number += 1;
    const transport = createFakeTransport(response);
    const given = { store, clock, nodeId: `node-${number}`, seed: number, ...(settings && { settings }), ...options };
    const engine = await createDeliveryEngine({ transport, ...given });
    await engine.untilIdle();
    return { ...engine, transport };
  };
  const first = await start(hangs);
  await first.webhooks.create(admin, { webhooks: [webhookBody()] });
  for (let each = 0; each < count; each += 1) await first.notifications.notify(tag);
  await first.untilIdle();
  return { store, clock, start };
}

describe('an interrupted attempt', () => {
  it('is followed by the next one at the moment of the recovery', async () => {
    const { store, start } = await generations();
    const { transport } = await start(() => 200);
    expect(transport.requests).toHaveLength(1);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded', attempts: 2 }]);
  });

  it('is not assumed of the other dispatcher in the same process', async () => {
    const { store, start } = await generations({ count: 2 });
    const { transport } = await start(() => 200, { companion: 'node-1' });
    expect(transport.requests).toEqual([]);
    expect((await store.find('deliveries')).map(({ status }) => status)).toEqual(['leased', 'leased']);
  });

  it('does not advance the schedule', async () => {
    const { store, clock, start } = await generations();
    const { events, transport } = await start(() => 500);
    const retries: (number | undefined)[] = [];
    events.on('delivery.attempted', ({ willRetryAt }) => retries.push(willRetryAt));
    expect(transport.requests).toHaveLength(1);
    const [endpointQueue] = await store.find('endpointQueues');
    // The first wait of the standard schedule is 5 s, a fifth more or less; the second is 5 min.
    expect((endpointQueue?.nextDueAt ?? 0) - clock.now()).toBeGreaterThanOrEqual(4000);
    expect((endpointQueue?.nextDueAt ?? 0) - clock.now()).toBeLessThanOrEqual(6000);
  });

  it('does not use up the last attempt', async () => {
    const { store, start } = await generations({ settings: { webhookRetrySchedule: [1000] } });
    await start(hangs);
    await start(() => 200);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded', attempts: 3 }]);
  });

  it('keeps its position before deliveries that are due later', async () => {
    const { store, clock, start } = await generations({ count: 6 });
    clock.advance(1);
    const { transport } = await start(() => 200);
    const events = await store.find('events', { orderBy: [['id', 'asc']] });
    expect(transport.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      events.map(({ publicId }) => `${publicId}_1`),
    );
  });

  it('counts from the fourth on, since the delivery itself may end the process', async () => {
    const { store, clock, start } = await generations();
    for (let death = 1; death < MAX_UNCOUNTED; death += 1) await start(hangs);
    const spared = await start(hangs);
    expect(spared.transport.requests).toHaveLength(1);
    const { transport, pass } = await start(() => 200);
    expect(transport.requests).toHaveLength(0);
    const [delivery] = await store.find('deliveries');
    expect(delivery).toMatchObject({ status: 'pending', attempts: 4, attemptsBefore: 3 });
    expect(delivery?.dueAt).toBeGreaterThan(clock.now());
    await pass(HOUR);
    expect(transport.requests).toHaveLength(1);
  });

  it('is the only attempt if deliveries have a single one', async () => {
    const { store, start } = await generations({ settings: { webhookAutomaticRetry: false } });
    const { transport } = await start(() => 200);
    expect(transport.requests).toHaveLength(0);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'exhausted' }]);
  });
});

describe('leased deliveries without their event, as of a tenant that is being imported,', () => {
  async function withOrphans() {
    const { store, start } = await generations();
    const orphans = Array.from({ length: 250 }, (_each, seed) => ({
      ...sampleRow('deliveries', seed),
      tenant: 'acme',
      eventId: 1_000_000,
      webhookId: 1_000_000 + seed,
      status: 'leased',
      leaseOwner: 'dead',
    }));
    await store.allTenants.insertOwned('deliveries', orphans);
    return { store, start };
  }

  it('do not hold up a start', async () => {
    const { start } = await withOrphans();
    const { transport } = await start(() => 200);
    expect(transport.requests).toHaveLength(1);
  });

  it('do not hide those behind them', async () => {
    const { store, start } = await withOrphans();
    const [own] = await store.find('deliveries', { limit: 1 });
    const { id, ...row } = own as NonNullable<typeof own>;
    await store.remove('deliveries', { id });
    await store.insert('deliveries', row);
    const { transport } = await start(() => 200);
    expect(transport.requests).toHaveLength(1);
  });
});
