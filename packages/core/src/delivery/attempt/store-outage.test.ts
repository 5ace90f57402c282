import { expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import { StoreError } from '../../ports/store/store-error.ts';

/** Webhooks whose secrets cannot be read while the store is down. */
async function setUp() {
  const memory = createMemoryStore();
  const state = { isDown: false };
  const find: AllTenantsStore['find'] = async (table, query) => {
    if (state.isDown && table === 'secrets') throw new StoreError('STORE_CONNECTION_LOST', 'The server is restarting.');
    return memory.allTenants.find(table, query);
  };
  const harness = await createWebhookHarness(() => 200, {
    store: overrideStore(memory, { find }),
    settings: { webhookAutomaticRetry: false },
  });
  return { ...harness, state, id: await harness.subscribe({ secret: 's' }) };
}

it('a delivery waits while the secrets of its webhook cannot be read, which does not count against its receiver', async () => {
  const { state, id, notify, pass, statuses, store, transport, webhooks } = await setUp();
  state.isDown = true;
  await notify();
  await pass(30_000);
  expect(transport.requests).toEqual([]);
  expect(await store.find('attempts')).toEqual([]);
  expect(await store.find('webhooks')).toMatchObject([{ outageFailures: 0, failingSince: null, breakerUntil: null }]);
  state.isDown = false;
  await pass(2000);
  expect(await statuses()).toEqual({ succeeded: 1 });
  expect(await webhooks.historyOf(admin, id, {})).toMatchObject({ count: '1', records: [{ statusCode: 200 }] });
});

it('a delivery returns to its queue once a second while it waits', async () => {
  const { state, notify, pass, store } = await setUp();
  state.isDown = true;
  await notify();
  await pass(10_500);
  const [delivery] = await store.find('deliveries');
  expect(delivery?.leaseGeneration).toBeLessThan(13);
});
