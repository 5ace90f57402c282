import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createWebhookBench } from '../../../tests/webhook-bench.ts';
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
  const bench = await createWebhookBench(() => status, {
    store: slowStore(),
    settings: { webhookRetrySchedule: [] },
  });
  await bench.subscribe();
  await bench.notify();
  while ((await bench.statuses()).exhausted !== 1) await bench.untilIdle();
  const [before] = await bench.store.find('deliveries');
  const [record] = await bench.store.find('attempts');
  status = 200;
  await bench.webhooks.retry(admin, record?.id as number);
  expect(await bench.store.find('deliveries')).toMatchObject([
    { status: 'succeeded', lastStatusCode: 200, leaseGeneration: (before?.leaseGeneration ?? 0) + 1 },
  ]);
});
