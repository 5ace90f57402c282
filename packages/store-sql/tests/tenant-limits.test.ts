import { createPortcullis, createStaticSecretKeys, type Store } from '@portcullis/core';
import { createFakeTransport, createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { expect, it } from 'vitest';
import { createPostgresStore } from '../src/postgres.ts';
import { ADMIN, WEBHOOK } from './support/requests.ts';

const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
const LIMITS = { integrations: 3, webhooks: 4, apiKeys: 5, waitingDeliveries: 10 };

const openNode = (store: Store) =>
  createPortcullis({
    plugins: [simulatedPlugin(createSimulatedPlatform())],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    // No delivery succeeds while the test counts the pending ones.
    transport: createFakeTransport(() => new Promise(() => {})),
    webhooks: { concurrency: 1 },
  });

/** Calls both nodes alternately and concurrently. Returns the codes of the refusals. */
async function refusalsOf(count: number, call: (node: 0 | 1, index: number) => Promise<unknown>): Promise<string[]> {
  const all = await Promise.allSettled(
    Array.from({ length: count }, (_each, index) => call((index % 2) as 0 | 1, index)),
  );
  return all.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { readonly code: string }).code] : []));
}

it('two nodes that share a PostgreSQL store exceed no limit of a tenant with any number of concurrent requests', async () => {
  const { connectionString, stop } = await openPostgresDatabase();
  try {
    const stores = [createPostgresStore({ connectionString }), createPostgresStore({ connectionString })] as const;
    await using first = await openNode(stores[0]);
    await using second = await openNode(stores[1]);
    await first.tenants.create({ id: 'acme', limits: LIMITS });
    const nodes = [first.tenant('acme'), second.tenant('acme')] as const;
    const own = stores[0].scoped('acme');
    const webhooks = await refusalsOf(10, (node) => nodes[node].webhooks.create(ADMIN, { webhooks: [WEBHOOK] }));
    expect(webhooks).toEqual(Array.from({ length: 6 }, () => 'TENANT_LIMIT'));
    expect(await own.count('webhooks', {})).toBe(4);
    const keys = await refusalsOf(10, (node) => nodes[node].apiKeys.create(ADMIN, { name: 'key' }));
    expect(keys).toEqual(Array.from({ length: 5 }, () => 'TENANT_LIMIT'));
    expect(await own.count('apiKeys', {})).toBe(5);
    const integrations = await refusalsOf(8, (node, index) =>
      nodes[node].integrations.create(ADMIN, {
        type: 'Simulated',
        autoBootstrap: true,
        config: { ...SIMULATED_CONFIG, database: `database${index}` },
      }),
    );
    expect(integrations).toEqual(Array.from({ length: 5 }, () => 'TENANT_LIMIT'));
    expect(await own.count('integrations', {})).toBe(3);
    // A paused webhook holds its deliveries, so the count stays the same.
    for (const { id } of await nodes[0].webhooks.list(ADMIN)) {
      await nodes[0].webhooks.update(ADMIN, id, { paused: true });
    }
    const notifications = await refusalsOf(12, (node) => nodes[node].notifications.notify(tag));
    expect(notifications).toEqual(Array.from({ length: 10 }, () => 'TENANT_LIMIT'));
    expect(await own.count('deliveries', {})).toBe(8);
    expect(await own.count('events', { kind: 'tagCreated' })).toBe(2);
  } finally {
    await stop();
  }
});
