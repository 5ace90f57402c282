import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import { DEFAULT_SETTINGS } from '../../options/defaults.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { claimEndpoints, type EndpointClaim } from './claim-endpoints.ts';

const CAP = 2;

/** The cap of an endpoint over all nodes, and the number of deliveries to claim from it. */
interface Endpoint {
  readonly cap?: number;
  readonly want: number;
}

/** Claims from endpoints with the same number of waiting deliveries; no dispatcher takes them. */
async function claimFrom(endpoints: readonly Endpoint[], deliveries: number) {
  const clock = createFakeClock();
  const queue = { ...createInProcessQueue({ clock }), send: async () => {} };
  const { store, subscribe, notify } = await createWebhookHarness(() => 200, { clock, queue });
  // With a cap, no delivery is leased when it is published.
  for (const { cap = 20 } of endpoints) await subscribe({ delivery: { maxInFlight: cap } });
  await notify(deliveries);
  const webhooks = await store.allTenants.find('webhooks');
  const endpointQueues = new Map((await store.find('endpointQueues')).map((each) => [each.webhookId, each]));
  const lease = { owner: 'n', now: clock.now(), until: clock.now() + 60_000 };
  const requests = webhooks.map((webhook, index) => ({
    webhook,
    endpointQueue: endpointQueues.get(webhook.id) as Row<'endpointQueues'>,
    want: endpoints[index]?.want ?? 0,
    atOnce: endpoints[index]?.want ?? 0,
    lease,
    settings: DEFAULT_SETTINGS,
    backlogLimit: 100,
  }));
  const reads: unknown[] = [];
  const claims = await store.allTenants.transaction((transaction) => {
    const find: AllTenantsTransaction['find'] = (table, query) => {
      if (query?.lock === 'update') reads.push(query.where);
      return transaction.find(table, query);
    };
    return claimEndpoints({ ...transaction, find }, requests);
  });
  return { claims, reads };
}

/** Claims from an endpoint with a cap of two over all nodes. */
async function claimOf(deliveries: number, want = 10): Promise<EndpointClaim> {
  const { claims } = await claimFrom([{ cap: CAP, want }], deliveries);
  return claims[0] as EndpointClaim;
}

describe('a claim from several endpoints', () => {
  const ENDPOINTS = [{ want: 3 }, { want: 1 }, { want: 3 }, { cap: CAP, want: 3 }];

  it('takes from each as many deliveries as it may have', async () => {
    const { claims } = await claimFrom(ENDPOINTS, 5);
    expect(claims.map(({ due }) => due.length)).toEqual([3, 1, 3, CAP]);
  });

  it('reads the deliveries of all endpoints with the same number by one query', async () => {
    const { reads } = await claimFrom(ENDPOINTS, 5);
    const ofWebhooks = (...ids: readonly number[]) => ({ webhookId: { in: ids }, status: 'pending' });
    expect(reads).toEqual([ofWebhooks(1, 3), ofWebhooks(2), ofWebhooks(4)]);
  });

  it('is due again at once where deliveries are left', async () => {
    const { claims } = await claimFrom([{ want: 3 }, { want: 1 }], 3);
    expect(claims.map(({ nextDueAt }) => nextDueAt)).toEqual([null, expect.any(Number)]);
  });
});

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
