import type { FakeResponse } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createWebhookHarness, tag } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';

interface SetUpOptions {
  readonly immediateLeases: boolean;
  /** The number of leased deliveries at which the connection breaks. @default 1 */
  readonly breaksAt?: number;
  readonly respond?: FakeResponse;
}

/** A node whose connection breaks when it has leased a delivery, after the commit. */
async function setUp({ immediateLeases, breaksAt = 1, respond = () => 200 }: SetUpOptions) {
  const memory = createMemoryStore();
  let isBreaking = true;
  const transaction: AllTenantsStore['transaction'] = async (work, options) => {
    const afterCommit: (() => void)[] = [];
    const result = await memory.allTenants.transaction((open) => {
      const waiting = { afterCommit: (action: () => void) => void afterCommit.push(action) };
      return work({ ...open, ...waiting });
    }, options);
    if (isBreaking && (await memory.count('deliveries', { status: 'leased' })) >= breaksAt) {
      isBreaking = false;
      throw new Error('The connection was lost.');
    }
    for (const action of afterCommit) action();
    return result;
  };
  const harness = await createWebhookHarness(respond, {
    store: overrideStore(memory, { shared: true, transaction }),
    // Only the first attempt of a delivery is made.
    settings: { webhookAutomaticRetry: false, webhookDeadlineMs: 60_000 },
    immediateLeases,
  });
  return { ...harness, id: await harness.subscribe() };
}

it('a delivery of a claim whose commit had no response is sent some seconds later, as its first attempt', async () => {
  const harness = await setUp({ immediateLeases: false });
  await harness.notify();
  await harness.pass(1000);
  expect(await harness.statuses()).toEqual({ leased: 1 });
  await harness.pass(8000);
  expect(harness.transport.requests).toHaveLength(1);
  expect(await harness.store.find('deliveries')).toMatchObject([{ status: 'succeeded', attempts: 1 }]);
  expect(await harness.webhooks.historyOf(admin, harness.id, {})).toMatchObject({ count: '1' });
});

it('a delivery that was leased by a publication whose commit had no response is sent some seconds later', async () => {
  const harness = await setUp({ immediateLeases: true });
  await expect(harness.notifications.notify(tag)).rejects.toThrow('connection was lost');
  await harness.pass(8000);
  expect(harness.transport.requests).toHaveLength(1);
  expect(await harness.statuses()).toEqual({ succeeded: 1 });
});

it('a delivery whose attempt is still in progress is not sent again', async () => {
  const never = new Promise<number>(() => {});
  const harness = await setUp({ immediateLeases: false, breaksAt: 2, respond: () => never });
  await harness.notify();
  await harness.pass(1000);
  await harness.notify();
  await harness.pass(1000);
  expect(harness.transport.requests).toHaveLength(1);
  await harness.pass(8000);
  const sent = harness.transport.requests.map(({ headers }) => new Headers(headers).get('webhook-id'));
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(2);
});
