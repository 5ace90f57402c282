import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { TransportRequest } from '../../ports/http-transport.ts';

const timestamps = (requests: readonly TransportRequest[]) => requests.map(({ headers }) => headers['webhook-id']);

describe('an endpoint queue in order', () => {
  it('sends one delivery at a time, and waits with the others while one fails', async () => {
    let failures = 2;
    let open = 0;
    let most = 0;
    const harness = await createWebhookHarness(
      async () => {
        open += 1;
        most = Math.max(most, open);
        await Promise.resolve();
        open -= 1;
        return failures-- > 0 ? 503 : 200;
      },
      { settings: { webhookRetrySchedule: [1000, 1000, 1000] } },
    );
    await harness.subscribe({ delivery: { ordered: true } });
    for (let each = 0; each < 6; each += 1) {
      await harness.notify();
      harness.clock.advance(1);
    }
    await harness.pass(10_000);
    const ids = timestamps(harness.transport.requests);
    expect(most).toBe(1);
    expect(ids).toHaveLength(8);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    const events = await harness.store.find('events');
    expect([...new Set(ids)]).toEqual(events.map(({ publicId }) => `${publicId}_1`));
  });

  it('sends the next delivery after an exhausted one', async () => {
    let count = 0;
    const harness = await createWebhookHarness(() => (count++ < 2 ? 500 : 200), {
      settings: { webhookRetrySchedule: [1000] },
    });
    await harness.subscribe({ delivery: { ordered: true } });
    await harness.notify(3);
    await harness.pass(5000);
    expect(await harness.statuses()).toEqual({ exhausted: 1, succeeded: 2 });
  });

  /** Three deliveries, of which the first has failed, and a receiver that has recovered. */
  async function createBlocked() {
    let count = 0;
    const harness = await createWebhookHarness(() => (count++ < 1 ? 500 : 200), {
      settings: { webhookRetrySchedule: [3_600_000] },
    });
    const id = await harness.subscribe({ delivery: { ordered: true } });
    await harness.notify(3);
    await harness.pass(5000);
    expect(await harness.statuses()).toEqual({ pending: 3 });
    return { harness, id };
  }

  it('sends the next delivery after a manual retry of the failing one has succeeded', async () => {
    const { harness } = await createBlocked();
    await harness.webhooks.retry(admin, 1);
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ succeeded: 3 });
  });

  it('sends all deliveries once it is no longer in order', async () => {
    const { harness, id } = await createBlocked();
    await harness.webhooks.update(admin, id, { delivery: { ordered: false } });
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ succeeded: 3 });
  });
});

describe('a cap on deliveries in flight', () => {
  it('holds over all nodes', async () => {
    const store = createMemoryStore();
    const shared: typeof store = new Proxy(store, {
      get: (target, property, receiver) => (property === 'shared' ? true : Reflect.get(target, property, receiver)),
    });
    const waiting: (() => void)[] = [];
    let open = 0;
    let most = 0;
    const respond = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resolve) => waiting.push(resolve));
      open -= 1;
      return 200;
    };
    const first = await createWebhookHarness(respond, { store: shared, nodeId: 'first' });
    const second = await createWebhookHarness(respond, {
      store: shared,
      nodeId: 'second',
      seed: 2,
      clock: first.clock,
    });
    await first.subscribe({ delivery: { maxInFlight: 3 } });
    await first.notify(6);
    await second.notify(6);
    for (let round = 0; round < 40 && (await first.statuses()).succeeded !== 12; round += 1) {
      await first.untilIdle();
      waiting.shift()?.();
      await first.untilIdle();
      first.clock.advance(1000);
    }
    expect(await first.statuses()).toEqual({ succeeded: 12 });
    expect(most).toBe(3);
  });

  it('may be higher than the limit of the instance', async () => {
    const waiting: (() => void)[] = [];
    const harness = await createWebhookHarness(() => new Promise((resolve) => waiting.push(() => resolve(200))), {
      webhooks: { concurrencyPerEndpoint: 2 },
    });
    await harness.subscribe({ delivery: { maxInFlight: 7 } });
    await harness.notify(10);
    await harness.untilIdle();
    expect(harness.transport.open).toBe(7);
    for (let round = 0; round < 10; round += 1) {
      for (const release of waiting.splice(0)) release();
      await harness.untilIdle();
    }
    expect(await harness.statuses()).toEqual({ succeeded: 10 });
  });
});
