import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createWebhookBench } from '../../../tests/webhook-bench.ts';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import { DEFAULT_SETTINGS } from '../../options/defaults.ts';
import type { OwnedRow, Row } from '../../ports/store/tables.ts';
import { claimEndpoint } from './claim-endpoint.ts';

const CAP = 2;

/** Claims from an endpoint with a cap of two over all nodes; no dispatcher takes its deliveries. */
async function claimOf(deliveries: number, want = 10) {
  const clock = createFakeClock();
  const queue = { ...createInProcessQueue({ clock }), send: async () => {} };
  const { store, subscribe, notify } = await createWebhookBench(() => 200, { clock, queue });
  await subscribe({ delivery: { maxInFlight: CAP } });
  await notify(deliveries);
  const [webhook] = await store.allTenants.find('webhooks');
  const [endpointQueue] = await store.find('endpointQueues');
  const lease = { owner: 'n', now: clock.now(), until: clock.now() + 60_000 };
  return store.allTenants.transaction((transaction) =>
    claimEndpoint(transaction, {
      webhook: webhook as OwnedRow<'webhooks'>,
      endpointQueue: endpointQueue as Row<'endpointQueues'>,
      want,
      atOnce: want,
      lease,
      settings: DEFAULT_SETTINGS,
      backlogLimit: 100,
    }),
  );
}

describe('a claim from an endpoint with a cap', () => {
  it('takes as many deliveries as the cap allows', async () => {
    expect((await claimOf(CAP + 1)).due).toHaveLength(CAP);
  });

  it('claims no more than the node requests', async () => {
    expect((await claimOf(CAP + 1, 1)).due).toHaveLength(1);
  });

  it('reports that the remaining deliveries wait for one in flight', async () => {
    expect((await claimOf(CAP + 1)).atCap).toBe(true);
  });

  it('reports that nothing waits after the last delivery was claimed', async () => {
    expect((await claimOf(CAP)).atCap).toBe(false);
  });

  it('has no next due time after it claimed the last delivery', async () => {
    expect((await claimOf(CAP)).nextDueAt).toBeNull();
  });
});
