import { setImmediate } from 'node:timers/promises';
import { createFakeClock } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { JobQueue } from '../../ports/job-queue.ts';

type JobHandler = Parameters<JobQueue['handle']>[1];

/** A harness whose jobs run when the test says so. */
async function setUp(store = createMemoryStore()) {
  const clock = createFakeClock();
  const handlers = new Map<string, JobHandler>();
  const queue = {
    ...createInProcessQueue({ clock }),
    send: async () => {},
    handle(name: string, handler: JobHandler) {
      handlers.set(name, handler);
      return async () => {};
    },
  };
  const harness = await createWebhookHarness(() => new Promise<number>(() => {}), {
    clock,
    queue,
    store,
    immediateLeases: false,
  });
  const deliver = (webhookId: number, signal = new AbortController().signal) =>
    handlers.get('deliver')?.(String(webhookId), signal);
  return { ...harness, deliver };
}

it('a job that wakes an endpoint ends when its deliveries are claimed', async () => {
  const { subscribe, notify, statuses, deliver } = await setUp();
  const id = await subscribe();
  await notify(2);
  await deliver(id);
  expect(await statuses()).toEqual({ leased: 2 });
});

it('a job does not wait after its caller has aborted', async () => {
  const { subscribe, notify, statuses, deliver } = await setUp();
  const id = await subscribe();
  await notify();
  await deliver(id, AbortSignal.abort());
  expect(await statuses()).toEqual({ pending: 1 });
});

it('a dispatcher is not idle while the store has a claim', async () => {
  const memory = createMemoryStore();
  let respond = (): void => {};
  let isRequested = false;
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const store = overrideStore(memory, {
    transaction: async (work, options) => {
      if (options?.brief) {
        isRequested = true;
        await responded;
      }
      return memory.allTenants.transaction(work, options);
    },
  });
  const { dispatcher, subscribe, deliver } = await setUp(store);
  const id = await subscribe();
  void deliver(id);
  while (!isRequested) await setImmediate();
  let isIdle = false;
  const idle = dispatcher.whenIdle().then(() => {
    isIdle = true;
  });
  await setImmediate();
  expect(isIdle).toBe(false);
  respond();
  await idle;
  expect(isIdle).toBe(true);
});

it('nothing is tried for a second after the store has failed', async () => {
  const memory = createMemoryStore();
  let isDown = false;
  const store = overrideStore(memory, {
    transaction: (...input) =>
      isDown ? Promise.reject(new Error('The store is down.')) : memory.allTenants.transaction(...input),
  });
  const { clock, subscribe, notify, statuses, deliver } = await setUp(store);
  const settle = async () => {
    for (let tick = 0; tick < 20; tick += 1) await setImmediate();
  };
  const id = await subscribe();
  await notify();
  isDown = true;
  void deliver(id);
  await settle();
  isDown = false;
  clock.advance(999);
  await settle();
  expect(await statuses()).toEqual({ pending: 1 });
  clock.advance(1);
  await settle();
  expect(await statuses()).toEqual({ leased: 1 });
});
