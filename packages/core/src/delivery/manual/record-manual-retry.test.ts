import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { Store } from '../../ports/store/store.ts';

/** A store whose updates of deliveries take longer than anything else in a transaction. */
function slowStore(): Store {
  const memory = createMemoryStore();
  return overrideStore(memory, {
    transaction: (work, options) =>
      memory.allTenants.transaction(
        (transaction) =>
          work({
            ...transaction,
            async update(...input) {
              for (let turn = 0; input[0] === 'deliveries' && turn < 20; turn += 1) await setImmediate();
              return transaction.update(...input);
            },
          }),
        options,
      ),
  });
}

it('a manual success ends an exhausted delivery, and increments its lease generation', async () => {
  let status = 404;
  const harness = await createWebhookHarness(() => status, {
    store: slowStore(),
    settings: { webhookRetrySchedule: [] },
  });
  await harness.subscribe();
  await harness.notify();
  while ((await harness.statuses()).exhausted !== 1) await harness.untilIdle();
  const [before] = await harness.store.find('deliveries');
  const [record] = await harness.store.find('attempts');
  status = 200;
  await harness.webhooks.retry(admin, record?.id as number);
  expect(await harness.store.find('deliveries')).toMatchObject([
    { status: 'succeeded', lastStatusCode: 200, leaseGeneration: (before?.leaseGeneration ?? 0) + 1 },
  ]);
});
