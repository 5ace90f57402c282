import { createFakeQueue, createFakeTransport } from '@portcullis/testing';
import { describe, expect, it, vi } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { ADMIN, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createWebhookHarness, tag } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsTransaction, Store } from '../../ports/store/store.ts';

const HOUR = 3_600_000;
const never = () => new Promise<number>(() => {});

/** An engine whose wake-ups are never handled, so that no delivery is claimed. */
async function createUnclaimed(
  response: Parameters<typeof createWebhookHarness>[0] = never,
  options: Parameters<typeof createWebhookHarness>[1] = {},
) {
  return createWebhookHarness(response, { queue: createFakeQueue(), ...options });
}

/** A store whose publications fail at their commit until it is repaired. */
function createFailingStore() {
  const inner = createMemoryStore();
  let fails = true;
  const store = overrideStore(inner, {
    transaction: (work, options) =>
      inner.allTenants.transaction(async (transaction: AllTenantsTransaction) => {
        const result = await work(transaction);
        if (fails && options?.lockTimeoutMs !== undefined) throw new Error('the commit failed');
        return result;
      }, options),
  });
  const repair = () => {
    fails = false;
  };
  return { store, repair };
}

describe('a published delivery', () => {
  it('is sent after the commit without a claim, and its endpoint queue is unchanged', async () => {
    const { store, subscribe, notify, untilIdle, transport, statuses } = await createUnclaimed();
    await subscribe();
    const before = await store.find('endpointQueues');
    await notify();
    expect(await statuses()).toEqual({ leased: 1 });
    await untilIdle();
    expect(transport.requests).toHaveLength(1);
    expect(await store.find('endpointQueues')).toEqual(before);
    expect(await store.find('deliveries')).toMatchObject([{ attempts: 1, leaseOwner: 'node-1', leaseGeneration: 1 }]);
  });

  it('is recorded like a claimed one', async () => {
    const { store, subscribe, notify, untilIdle, statuses } = await createUnclaimed(() => 200);
    await subscribe();
    await notify();
    await untilIdle();
    expect(await statuses()).toEqual({ succeeded: 1 });
    expect(await store.find('attempts')).toMatchObject([{ trigger: 'automatic', number: 1, statusCode: 200 }]);
  });

  it('has a lease that ends after its deadline', async () => {
    const { store, clock, subscribe, notify } = await createUnclaimed(never, { settings: { webhookDeadlineMs: 3000 } });
    await subscribe();
    await notify();
    expect(await store.find('deliveries')).toMatchObject([{ leaseUntil: clock.now() + 13_000 }]);
  });

  it('is retried after a failure', async () => {
    const { subscribe, notify, pass, statuses, transport } = await createWebhookHarness(
      () => (transport.requests.length > 1 ? 200 : 500),
      { settings: { webhookRetrySchedule: [HOUR] } },
    );
    await subscribe();
    await notify();
    await pass(2 * HOUR);
    expect(transport.requests).toHaveLength(2);
    expect(await statuses()).toEqual({ succeeded: 1 });
  });

  it('is attempted again by the next process when this one dies before it is sent', async () => {
    const store = createMemoryStore();
    const first = await createUnclaimed(never, { store });
    await first.subscribe();
    await first.notify();
    const second = await createWebhookHarness(() => 200, { store, clock: first.clock, nodeId: 'node-2', seed: 2 });
    await second.pass(HOUR);
    expect(await second.statuses()).toEqual({ succeeded: 1 });
    expect(await store.find('attempts')).toMatchObject([{ errorPhase: 'interrupted' }, { statusCode: 200 }]);
  });
});

describe('a published delivery waits for a claim', () => {
  it.each([
    ['orders its deliveries', { ordered: true }],
    ['limits its deliveries over all nodes', { maxInFlight: 2 }],
    ['limits its rate', { ratePerSecond: 10 }],
  ])('if its webhook %s', async (_which, delivery) => {
    const { subscribe, notify, statuses } = await createUnclaimed(never, {});
    await subscribe({ delivery });
    await notify();
    expect(await statuses()).toEqual({ pending: 1 });
  });

  it('if its endpoint has as many in flight as this node may send', async () => {
    const { subscribe, notify, statuses } = await createUnclaimed(never, { webhooks: { concurrencyPerEndpoint: 2 } });
    await subscribe();
    await notify(3);
    expect(await statuses()).toEqual({ leased: 2, pending: 1 });
  });

  it('if this node has as many in flight as it may', async () => {
    const { subscribe, notify, statuses } = await createUnclaimed(never, { webhooks: { concurrency: 3 } });
    await subscribe();
    await subscribe();
    await notify(2);
    expect(await statuses()).toEqual({ leased: 3, pending: 1 });
  });

  it('if an earlier one of its endpoint waits', async () => {
    const { subscribe, notify, statuses, pass } = await createUnclaimed(() => 500, {
      settings: { webhookRetrySchedule: [HOUR] },
    });
    await subscribe();
    await notify();
    await pass(1000);
    await notify();
    expect(await statuses()).toEqual({ pending: 2 });
  });

  it('if a failed attempt of its endpoint is not recorded yet', async () => {
    const inner = createMemoryStore();
    let isStuck = false;
    const store = overrideStore(inner, {
      // Recording waits; publishing goes on.
      transaction: (work, options) =>
        isStuck && options?.lockTimeoutMs === undefined
          ? new Promise(() => {})
          : inner.allTenants.transaction(work, options),
    });
    const { subscribe, notify, statuses, untilIdle } = await createUnclaimed(() => 500, { store });
    await subscribe();
    isStuck = true;
    await notify();
    await untilIdle();
    await notify();
    expect(await statuses()).toEqual({ leased: 1, pending: 1 });
  });

  it('if the breaker of its endpoint is open', async () => {
    const { store, subscribe, notify, statuses, clock } = await createUnclaimed();
    const id = await subscribe();
    await store.update('webhooks', { id }, { breakerUntil: clock.now() + HOUR });
    await notify();
    expect(await statuses()).toEqual({ pending: 1 });
  });

  it('if its receiver has sent Retry-After', async () => {
    const { store, subscribe, notify, statuses, clock } = await createUnclaimed();
    const id = await subscribe();
    await store.update('webhooks', { id }, { quietUntil: clock.now() + HOUR });
    await notify();
    expect(await statuses()).toEqual({ pending: 1 });
  });

  it('if this node shuts down', async () => {
    const { subscribe, notify, statuses, dispatcher } = await createUnclaimed();
    await subscribe();
    await dispatcher.drain(0);
    await notify();
    expect(await statuses()).toEqual({ pending: 1 });
  });

  it('if it is published in a transaction of the host', async () => {
    const { store, notifications, subscribe, statuses } = await createUnclaimed();
    await subscribe();
    await store.transaction((transaction) => notifications.notify(tag, transaction));
    expect(await statuses()).toEqual({ pending: 1 });
  });

  it('and is held if its webhook is paused', async () => {
    const { webhooks, subscribe, notify, statuses } = await createUnclaimed();
    const id = await subscribe();
    await webhooks.update(admin, id, { paused: true });
    await notify();
    expect(await statuses()).toEqual({ held: 1 });
  });
});

describe('the permits of a transaction', () => {
  it('are released when it is rolled back', async () => {
    const { store, repair } = createFailingStore();
    const { notifications, subscribe, notify, statuses, dispatcher } = await createUnclaimed(never, {
      store,
      webhooks: { concurrency: 2 },
    });
    await subscribe();
    await expect(notifications.notify(tag)).rejects.toThrow('the commit failed');
    await dispatcher.whenIdle();
    repair();
    await notify(2);
    expect(await statuses()).toEqual({ leased: 2 });
  });

  it('are reserved once when the store runs it again', async () => {
    const inner = createMemoryStore();
    let isFirst = true;
    const store = overrideStore(inner, {
      async transaction(work, options) {
        const again = isFirst && options?.lockTimeoutMs !== undefined;
        if (again) {
          isFirst = false;
          await inner.allTenants
            .transaction(async (transaction) => {
              await work(transaction);
              throw new Error('serialization failure');
            }, options)
            .catch(() => {});
        }
        return inner.allTenants.transaction(work, options);
      },
    });
    const { subscribe, notify, statuses, transport, untilIdle } = await createUnclaimed(never, {
      store,
      webhooks: { concurrency: 2 },
    });
    await subscribe();
    await notify(2);
    await untilIdle();
    expect(await statuses()).toEqual({ leased: 2 });
    expect(transport.requests).toHaveLength(2);
  });

  it('are released for webhooks that need a claim', async () => {
    const { subscribe, notify, statuses, dispatcher } = await createUnclaimed();
    await subscribe({ delivery: { ordered: true } });
    await notify();
    expect(await statuses()).toEqual({ pending: 1 });
    await dispatcher.whenIdle();
  });
});

describe('while the deliveries of one tenant have all permits of a node', () => {
  const CONCURRENCY = 16;

  /** Two tenants, of which the first has all permits and one endpoint with nothing in flight. */
  async function createBusy() {
    const store = createMemoryStore();
    const transport = createFakeTransport(never);
    const { portcullis } = await createTestInstance({
      store,
      transport,
      webhooks: { concurrency: CONCURRENCY, concurrencyPerEndpoint: 1 },
    });
    const notifierOf = async (tenant: string, endpoints: number) => {
      await portcullis.tenants.create({ id: tenant });
      const { webhooks, notifications } = portcullis.tenant(tenant);
      const bodies = Array.from({ length: endpoints }, (_, index) =>
        webhookBody({ url: `https://${tenant}.example.com/${index}` }),
      );
      await webhooks.create(ADMIN, { webhooks: bodies });
      return notifications;
    };
    const busy = await notifierOf('busy', CONCURRENCY + 1);
    const quiet = await notifierOf('quiet', 1);
    await busy.notify(tag);
    const statusesOf = async (tenant: string) =>
      (await store.scoped(tenant).find('deliveries')).map(({ status }) => status).toSorted();
    return { busy, quiet, transport, statusesOf, portcullis };
  }

  it('a delivery of another tenant is sent at once', async () => {
    const { quiet, statusesOf, transport } = await createBusy();
    expect((await statusesOf('busy')).filter((status) => status === 'pending')).toHaveLength(1);
    await quiet.notify(tag);
    expect(await statusesOf('quiet')).toEqual(['leased']);
    await vi.waitFor(() => expect(transport.requests.at(-1)?.url).toBe('https://quiet.example.com/0'));
  });

  it('another one of the same tenant waits', async () => {
    const { busy, statusesOf } = await createBusy();
    await busy.notify(tag);
    expect((await statusesOf('busy')).filter((status) => status === 'leased')).toHaveLength(CONCURRENCY);
  });

  it('tenants get no more than an eighth of the permits in addition', async () => {
    const { statusesOf, portcullis } = await createBusy();
    for (const tenant of ['one', 'two', 'three']) {
      await portcullis.tenants.create({ id: tenant });
      const { webhooks, notifications } = portcullis.tenant(tenant);
      await webhooks.create(ADMIN, { webhooks: [webhookBody()] });
      await notifications.notify(tag);
    }
    expect(await statusesOf('one')).toEqual(['leased']);
    expect(await statusesOf('two')).toEqual(['leased']);
    expect(await statusesOf('three')).toEqual(['pending']);
  });
});

describe('a tenant with a limit on concurrent deliveries', () => {
  /** A tenant with two deliveries at once and three endpoints, on a node that claims nothing unless its queue delivers a wake-up. */
  async function createLimited(store: Store = createMemoryStore()) {
    const queue = createFakeQueue();
    const ends: (() => void)[] = [];
    const transport = createFakeTransport(() => new Promise<number>((resolve) => ends.push(() => resolve(200))));
    const limits = { concurrentDeliveries: 2 };
    const { portcullis } = await createTestInstance({ store, queue, transport, tenants: { limits } });
    await portcullis.tenants.create({ id: 'acme' });
    const { webhooks, notifications } = portcullis.tenant('acme');
    await webhooks.create(ADMIN, { webhooks: [webhookBody(), webhookBody(), webhookBody()] });
    const count = (status: string) => store.scoped('acme').count('deliveries', { status });
    const deliverWakeups = () => queue.deliver(({ name }) => name === 'deliver');
    return { notifications, transport, ends, count, deliverWakeups };
  }

  it('has as many sent at once, and the others wait', async () => {
    const { notifications, transport, ends, count, deliverWakeups } = await createLimited();
    await notifications.notify(tag);
    await vi.waitFor(() => expect(transport.open).toBe(2));
    expect([await count('leased'), await count('pending')]).toEqual([2, 1]);
    await deliverWakeups();
    expect(transport.open).toBe(2);
    ends[0]?.();
    await vi.waitFor(() => expect(ends).toHaveLength(3));
    expect(transport.open).toBe(2);
  });

  it('leaves a permit that has become free to the endpoint that waits for it', async () => {
    const { notifications, transport, ends, count, deliverWakeups } = await createLimited();
    await notifications.notify(tag);
    await vi.waitFor(() => expect(transport.open).toBe(2));
    void deliverWakeups();
    await vi.waitFor(async () => expect(await count('pending')).toBe(1));
    await notifications.notify(tag);
    expect([await count('leased'), await count('pending')]).toEqual([2, 4]);
    for (let sent = 1; sent < 6; sent += 1) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThanOrEqual(sent));
      ends[sent - 1]?.();
      void deliverWakeups();
    }
    await vi.waitFor(() => expect(ends).toHaveLength(6));
    ends[5]?.();
    await vi.waitFor(async () => expect(await count('succeeded')).toBe(6));
  });

  it('has all permits again after a publication that was rolled back', async () => {
    const { store, repair } = createFailingStore();
    const { notifications, transport } = await createLimited(store);
    await expect(notifications.notify(tag)).rejects.toThrow('the commit failed');
    repair();
    await notifications.notify(tag);
    await vi.waitFor(() => expect(transport.open).toBe(2));
  });
});
