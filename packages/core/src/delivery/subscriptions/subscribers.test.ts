import { createFakeClock, createFakeTransport } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, createDeliveryEngine, type DeliveryEngineOptions } from '../../../tests/delivery-engine.ts';
import { createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { Store } from '../../ports/store/store.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { ALL_NOTIFICATIONS } from '../catalogue/kind-classes.ts';
import { createSubscribers } from './create-subscribers.ts';

const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

/** Two nodes on one store; what the first publishes stays in line. */
async function createNodes(options: Partial<DeliveryEngineOptions> = {}) {
  const memory = createMemoryStore();
  const reads: string[] = [];
  const store = overrideStore(memory, {
    find(table, query) {
      reads.push(table);
      return memory.allTenants.find(table, query);
    },
  });
  const silent = createFakeTransport(() => new Promise(() => {}));
  const here = await createDeliveryEngine({ transport: silent, store, ...options });
  const there = await createDeliveryEngine({
    transport: createFakeTransport(() => 410),
    store: memory,
    nodeId: 'there',
    seed: 2,
  });
  const create = async (overrides: Readonly<Record<string, unknown>> = {}) => {
    const { createdWebhooks } = await there.webhooks.create(admin, { webhooks: [webhookBody(overrides)] });
    return createdWebhooks[0]?.id as number;
  };
  const publish = () => here.notifications.notify(tag);
  /** Returns the deliveries of the newest event. */
  const newest = async () => {
    const { eventId } = await publish();
    const deliveries = await memory.find('deliveries', { where: { eventId } });
    return deliveries.map(({ webhookId, webhookName, holdReason }) => [webhookId, webhookName, holdReason]);
  };
  return { here, there, store: memory, reads, create, publish, newest };
}

describe('the cache of subscribers', () => {
  it('reads the subscriptions once for many notifications', async () => {
    const { reads, create, publish } = await createNodes();
    await create();
    await publish();
    reads.splice(0);
    for (let times = 0; times < 5; times += 1) expect(await publish()).toMatchObject({ deliveries: 1 });
    expect(reads.filter((table) => table === 'subscriptions')).toEqual([]);
  });

  it('contains a change that another node made a moment ago', async () => {
    const { there, create, newest } = await createNodes();
    expect(await newest()).toEqual([]);
    const first = await create({ name: 'first' });
    expect(await newest()).toEqual([[first, 'first', null]]);
    const second = await create({ name: 'second', notificationType: ['tagCreated'] });
    expect(await newest()).toHaveLength(2);
    await there.webhooks.update(admin, first, { name: 'renamed' });
    expect(await newest()).toEqual([
      [first, 'renamed', null],
      [second, 'second', null],
    ]);
    await there.webhooks.update(admin, second, { notificationType: ['tagDeleted'] });
    expect(await newest()).toEqual([[first, 'renamed', null]]);
    await there.webhooks.update(admin, first, { delivery: { filter: { tagName: 'other' } } });
    expect(await newest()).toEqual([]);
    await there.webhooks.update(admin, first, { delivery: {}, paused: true });
    expect(await newest()).toEqual([[first, 'renamed', 'paused']]);
    await there.webhooks.update(admin, first, { paused: false });
    // In line behind what was held.
    expect(await newest()).toEqual([[first, 'renamed', 'backlog']]);
    await there.webhooks.remove(admin, first);
    expect(await newest()).toEqual([]);
  });

  it('contains a webhook that the dispatcher of another node disabled', async () => {
    const { here, there, store, create, publish, newest } = await createNodes();
    const id = await create({ name: 'gone' });
    await publish();
    await here.untilIdle();
    await there.notifications.notify(tag);
    await there.untilIdle();
    expect(await store.find('webhooks', { where: { id } })).toMatchObject([{ state: 'disabled' }]);
    expect(await newest()).toEqual([[id, 'gone', 'disabled']]);
  });

  it('matches again if an endpoint without room no longer subscribes', async () => {
    const { there, create, publish } = await createNodes({ webhooks: { backlog: { limit: 1, policy: 'reject' } } });
    const id = await create({ delivery: { maxInFlight: 1 } });
    await publish();
    await publish().catch(() => {});
    await expect(publish()).rejects.toMatchObject({ code: 'WEBHOOK_BACKLOG_FULL' });
    await there.webhooks.update(admin, id, { notificationType: ['tagDeleted'] });
    expect(await publish()).toMatchObject({ deliveries: 0 });
  });
});

it('the cache contains a change without a notification after a minute', async () => {
  const { here, store, create, newest } = await createNodes();
  const id = await create({ name: 'quiet' });
  await newest();
  await store.update('webhooks', { id }, { name: 'changed behind' });
  expect(await newest()).toMatchObject([[id, 'quiet', null]]);
  await here.pass(60_000);
  expect(await newest()).toMatchObject([[id, 'changed behind', null]]);
});

it('a publication reaches webhooks that subscribed while its webhooks were matched', async () => {
  let meanwhile = async (): Promise<void> => {};
  const permissionsOf = async () => {
    const [work] = [meanwhile];
    meanwhile = async () => {};
    await work();
    return ['APPLICATION_ADMIN'];
  };
  const { create, publish } = await createNodes({ host: { permissionsOf } });
  await create();
  meanwhile = async () => void (await create({ name: 'second' }));
  expect(await publish()).toMatchObject({ deliveries: 2 });
});

const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

it('a read without a response for five seconds is repeated by the next caller', async () => {
  const memory = createMemoryStore();
  await memory.open();
  let isSilent = true;
  const { allTenants } = memory;
  const find: Store['allTenants']['find'] = (...query) =>
    isSilent ? new Promise(() => {}) : allTenants.find(...query);
  const clock = createFakeClock();
  const subscribers = createSubscribers({ ...allTenants, find }, clock);
  let isFound = false;
  const findAll = () =>
    subscribers.find(DEFAULT_TENANT, 'tagCreated').then(() => {
      isFound = true;
    });
  void findAll();
  await turnOfEventLoop();
  isSilent = false;
  clock.advance(4999);
  void findAll();
  await turnOfEventLoop();
  expect(isFound).toBe(false);
  clock.advance(1);
  await findAll();
  expect(isFound).toBe(true);
});

it('the cache keeps entries that are newer than the outdated version', async () => {
  const store = createMemoryStore();
  await store.open();
  let reads = 0;
  const find: Store['allTenants']['find'] = (...query) => {
    reads += 1;
    return store.allTenants.find(...query);
  };
  const subscribers = createSubscribers({ ...store.allTenants, find }, createFakeClock());
  const { version } = await subscribers.find(DEFAULT_TENANT, 'tagCreated');
  const before = reads;
  subscribers.forget(DEFAULT_TENANT, version - 1);
  await subscribers.find(DEFAULT_TENANT, 'tagCreated');
  expect(reads).toBe(before);
  subscribers.forget(DEFAULT_TENANT, version);
  // While it is read again, callers with the old version do not start another read.
  const reading = subscribers.find(DEFAULT_TENANT, 'tagCreated');
  subscribers.forget(DEFAULT_TENANT, version);
  expect(subscribers.find(DEFAULT_TENANT, 'tagCreated')).toBe(reading);
  await reading;
  expect(reads).toBeGreaterThan(before);
});

it('the cache has a limit for its webhooks, beyond which it removes the oldest entries', async () => {
  const webhooks = Array.from({ length: 1000 }, (_each, index) => ({ id: index + 1, tenant: DEFAULT_TENANT }));
  const reads: string[] = [];
  const find = async (table: string, { where }: { readonly where: { readonly kind?: { readonly in: string[] } } }) => {
    const [kind = ''] = where.kind?.in ?? [];
    if (table === 'webhooks') return webhooks;
    if (table === 'meta') return [];
    reads.push(kind);
    return webhooks.map(({ id, tenant }) => ({ webhookId: id, tenant, kind }));
  };
  const store = { find, insideTransaction: () => false } as unknown as Store['allTenants'];
  const subscribers = createSubscribers(store, createFakeClock());
  for (let kind = 1; kind <= 101; kind += 1) await subscribers.find(DEFAULT_TENANT, `kind ${kind}`);
  reads.splice(0);
  for (const kind of [2, 101, 1]) {
    const found = await subscribers.find(DEFAULT_TENANT, `kind ${kind}`);
    expect(found.webhooks).toHaveLength(1000);
  }
  expect(reads).toEqual(['kind 1']);
  // Outdated entries do not count any more.
  subscribers.forget(DEFAULT_TENANT, 0);
  for (let kind = 1; kind <= 100; kind += 1) await subscribers.find(DEFAULT_TENANT, `kind ${kind}`);
  reads.splice(0);
  await subscribers.find(DEFAULT_TENANT, 'kind 1');
  expect(reads).toEqual([]);
});

it('concurrent publications of several tenants and kinds read their subscribers together', async () => {
  const { portcullis, store } = await createTestInstance();
  const subscribe = async (tenant: string, ...kinds: readonly (readonly string[])[]) => {
    await portcullis.tenants.create({ id: tenant });
    const webhooks = kinds.map((notificationType) => webhookBody({ notificationType }));
    const { createdWebhooks } = await portcullis.tenant(tenant).webhooks.create(admin, { webhooks });
    return createdWebhooks.map(({ id }) => id);
  };
  const [first, second] = await subscribe('acme', ['tagCreated', 'tagDeleted'], [ALL_NOTIFICATIONS]);
  const [third] = await subscribe('bolt', ['tagDeleted']);
  const reads: string[] = [];
  const find: Store['allTenants']['find'] = (table, query) => {
    reads.push(table);
    return store.allTenants.find(table, query);
  };
  const subscribers = createSubscribers({ ...store.allTenants, find }, createFakeClock());
  const found = await Promise.all([
    subscribers.find('acme', 'tagCreated'),
    subscribers.find('bolt', 'tagCreated'),
    subscribers.find('bolt', 'tagDeleted'),
    subscribers.find('acme', 'tagUpdated'),
  ]);
  expect(found.map(({ webhooks }) => webhooks.map(({ id }) => id))).toEqual([[first, second], [], [third], [second]]);
  expect(reads).toEqual(['meta', 'subscriptions', 'webhooks']);
});
