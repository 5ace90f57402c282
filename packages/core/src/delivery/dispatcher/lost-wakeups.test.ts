import { createFakeClock, createFakeQueue, createFakeTransport } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { JobQueue } from '../../ports/job-queue.ts';

const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
const sharedStore = () => overrideStore(createMemoryStore(), { shared: true });

describe('an endpoint queue', () => {
  it('is claimed from again while an earlier delivery to the same endpoint is in flight', async () => {
    const transport = createFakeTransport(() => new Promise(() => {}));
    const engine = await createDeliveryEngine({ transport });
    await engine.webhooks.create(admin, { webhooks: [webhookBody()] });
    for (let sent = 1; sent <= 4; sent += 1) {
      await engine.notifications.notify(tag);
      await engine.untilIdle();
      expect(transport.open).toBe(sent);
    }
  });
});

it('a node that starts wakes an endpoint queue when its first delivery is due', async () => {
  const clock = createFakeClock();
  const store = createMemoryStore();
  const first = await createDeliveryEngine({ transport: createFakeTransport(() => 500), clock, store });
  await first.webhooks.create(admin, { webhooks: [webhookBody()] });
  await first.notifications.notify(tag);
  await first.untilIdle();
  await first.close();
  const [endpointQueue] = await store.find('endpointQueues');
  const wakeups: unknown[] = [];
  const queue: JobQueue = { ...createInProcessQueue({ clock }), wake: async (wakeup) => void wakeups.push(wakeup) };
  await createDeliveryEngine({ transport: createFakeTransport(), clock, queue, store });
  expect(endpointQueue?.nextDueAt).toBeGreaterThan(clock.now());
  expect(wakeups).toMatchObject([{ name: 'deliver', key: '1', at: endpointQueue?.nextDueAt }]);
});

describe('on a store that several nodes share', () => {
  it('delivers after the next scan of the store when the queue has lost a wake-up or does not respond', async () => {
    const queues: readonly JobQueue[] = [
      { ...createFakeQueue(), wake: async () => {} },
      { ...createFakeQueue(), wake: () => Promise.reject(new Error('connection lost')) },
      { ...createFakeQueue(), wake: () => new Promise(() => {}) },
    ];
    for (const queue of queues) {
      const transport = createFakeTransport();
      const webhooks = { reconcileMs: 10_000 };
      const engine = await createDeliveryEngine({
        transport,
        queue,
        store: sharedStore(),
        webhooks,
        immediateLeases: false,
      });
      await engine.webhooks.create(admin, { webhooks: [webhookBody(), webhookBody({ name: 'Other' })] });
      await engine.notifications.notify(tag);
      await engine.untilIdle();
      expect(transport.requests).toHaveLength(0);
      await engine.pass(40_000);
      expect(transport.requests).toHaveLength(2);
      expect(await engine.store.count('deliveries', { status: 'succeeded' })).toBe(2);
    }
  });

  it('the dispatcher scans the store immediately when the queue reports a gap', async () => {
    const clock = createFakeClock();
    const lossy = createInProcessQueue({ clock });
    const listeners = new Set<() => void>();
    const queue: JobQueue = {
      ...lossy,
      wake: (wakeup) => (losing && wakeup.name === 'deliver' ? Promise.resolve() : lossy.wake(wakeup)),
      onGap(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    let losing = true;
    const transport = createFakeTransport();
    const engine = await createDeliveryEngine({ transport, clock, queue, store: sharedStore() });
    await engine.webhooks.create(admin, { webhooks: [webhookBody()] });
    await engine.notifications.notify(tag);
    losing = false;
    for (const listener of listeners) listener();
    await engine.untilIdle();
    expect(transport.requests).toHaveLength(1);
    await engine.close();
    expect(listeners.size).toBe(0);
  });

  it('deliveries that wait for a breaker are due immediately when a manual retry closes it, even if the wake-up is lost', async () => {
    const clock = createFakeClock();
    const queue = createInProcessQueue({ clock });
    let losing = false;
    let status = 500;
    const transport = createFakeTransport(() => status);
    const engine = await createDeliveryEngine({
      transport,
      clock,
      queue: {
        ...queue,
        wake: (wakeup) => (losing && wakeup.name === 'deliver' ? Promise.resolve() : queue.wake(wakeup)),
      },
      store: sharedStore(),
      webhooks: { reconcileMs: 5000 },
      settings: { webhookRetrySchedule: [86_400_000] },
    });
    await engine.webhooks.create(admin, { webhooks: [webhookBody()] });
    for (let each = 0; each < 10; each += 1) await engine.notifications.notify(tag);
    await engine.untilIdle();
    await engine.notifications.notify(tag);
    await engine.untilIdle();
    expect(transport.requests).toHaveLength(10);
    status = 200;
    losing = true;
    await engine.webhooks.retry(admin, 1);
    losing = false;
    await engine.pass(6000);
    expect(transport.requests).toHaveLength(12);
    expect(await engine.store.find('deliveries', { where: { attempts: 0 } })).toEqual([]);
  });

  it('a node that shuts down leaves wake-ups to the others from that moment on', async () => {
    const queue = createFakeQueue();
    const transport = createFakeTransport(() => new Promise(() => {}));
    const engine = await createDeliveryEngine({ transport, queue, store: sharedStore() });
    await engine.webhooks.create(admin, { webhooks: [webhookBody()] });
    await engine.notifications.notify(tag);
    await queue.deliver(({ name }) => name === 'deliver');
    await engine.untilIdle();
    expect(transport.open).toBe(1);
    void engine.dispatcher.drain(60_000);
    await engine.notifications.notify(tag);
    expect(await queue.deliver(({ name }) => name === 'deliver')).toBe(0);
  });

  it('a node that shuts down wakes the others for the endpoint queues that wait on it', async () => {
    const woken: string[] = [];
    let deliver: Parameters<JobQueue['handle']>[1] = async () => {};
    const queue: JobQueue = {
      wake: async ({ name, key }) => void (name === 'deliver' && woken.push(key)),
      handle(name, handler) {
        if (name === 'deliver') deliver = handler;
        return async () => {};
      },
      close: async () => {},
    };
    const transport = createFakeTransport(() => new Promise(() => {}));
    const webhooks = { concurrency: 1 };
    const store = sharedStore();
    const engine = await createDeliveryEngine({ transport, queue, store, webhooks, immediateLeases: false });
    await engine.webhooks.create(admin, { webhooks: [webhookBody(), webhookBody(), webhookBody()] });
    for (let each = 0; each < 2; each += 1) await engine.notifications.notify(tag);
    for (const key of ['1', '2', '3']) void deliver(key, new AbortController().signal);
    await engine.untilIdle();
    expect(transport.open).toBe(1);
    woken.length = 0;
    void engine.dispatcher.drain(60_000);
    expect(woken.toSorted()).toEqual(['1', '2', '3']);
  });

  it('a node whose concurrency is 0 leaves all deliveries to the others, but sends tests', async () => {
    const store = sharedStore();
    const queue = createFakeQueue();
    const own = createFakeTransport();
    const engine = await createDeliveryEngine({ transport: own, queue, store, webhooks: { concurrency: 0 } });
    await engine.webhooks.create(admin, { webhooks: [webhookBody()] });
    await engine.notifications.notify(tag);
    expect(await queue.deliver(({ name }) => name === 'deliver')).toBe(0);
    await engine.pass(120_000);
    expect(own.requests).toHaveLength(0);
    await engine.webhooks.test(admin, 1);
    expect(own.requests).toHaveLength(1);

    const others = createFakeTransport();
    const delivering = await createDeliveryEngine({ transport: others, store });
    await delivering.untilIdle();
    expect(others.requests).toHaveLength(1);
    await engine.close();
  });
});
