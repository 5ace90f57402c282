import { createFakeQueue, createFakeTransport } from '@portcullis/testing';
import { expect, it, vi } from 'vitest';
import { ADMIN, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';

/** Endpoints of the tenant with a backlog. */
const ENDPOINTS = 100;
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

const webhooksOf = (tenant: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    webhookBody({ url: `https://${tenant}.example.com/${index}`, notificationType: ['tagCreated'] }),
  );

it('a node that starts with the backlog of one tenant soon makes the single delivery of another', async () => {
  const store = createMemoryStore();
  const options = { store, webhooks: { concurrency: 4, maxPerRequest: ENDPOINTS } };
  const silent = await createTestInstance({ ...options, queue: createFakeQueue() });
  for (const [tenant, count] of [
    ['busy', ENDPOINTS],
    ['quiet', 1],
  ] as const) {
    await silent.portcullis.tenants.create({ id: tenant });
    await silent.portcullis.tenant(tenant).webhooks.create(ADMIN, { webhooks: webhooksOf(tenant, count) });
  }
  for (const tenant of ['busy', 'busy', 'busy', 'quiet']) {
    const { notifications } = silent.portcullis.tenant(tenant);
    // This node does not send what is published in a transaction of the host.
    await store.transaction((transaction) => notifications.notify(tag, transaction));
  }

  const transport = createFakeTransport(() => 200);
  await createTestInstance({ ...options, transport });
  await vi.waitFor(() => expect(transport.requests.length).toBe(3 * ENDPOINTS + 1), { timeout: 60_000 });
  const position = transport.requests.findIndex(({ url }) => url.startsWith('https://quiet.'));
  expect(position).toBeLessThan(20);
});
