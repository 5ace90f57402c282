import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createFakeTransport, createSimulatedPlatform, interceptStore } from '@portcullis/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createTestInstance,
  type TestInstanceOptions,
} from '../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { settled } from '../../tests/support/settled.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import {
  createMemoryStore,
  type OperationResponse,
  type OwnTenantLimits,
  type ServiceError,
  TENANT_LIMIT_CHANNEL,
  type TenantLimits,
  type TenantPortcullis,
} from '../index.ts';
import { ALL_TENANTS } from '../ports/store/store.ts';

const DAY = 86_400_000;
const WEBHOOK = webhookBody();
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

/** Makes an instance with one tenant that has limits, and records when they are reached. */
async function start(limits: OwnTenantLimits, options: TestInstanceOptions = {}) {
  const instance = await createTestInstance(options);
  const { portcullis, store } = instance;
  await portcullis.tenants.create({ id: 'acme', limits });
  const reached: unknown[] = [];
  portcullis.events.on('tenant.limit', (event) => reached.push(event));
  return { ...instance, acme: portcullis.tenant('acme'), own: store.scoped('acme'), reached };
}

type Started = Awaited<ReturnType<typeof start>>;

const expectReached = (refusal: ServiceError, limitName: string, limit: number, statusCode: 409 | 429): void => {
  expect(refusal).toMatchObject({ code: 'TENANT_LIMIT', statusCode });
  expect(refusal.extras.details).toEqual({ limitName, limit });
  expect(refusal.extras.retryAfterSeconds !== undefined).toBe(statusCode === 429);
};

const createIntegration = async ({ acme }: Started, database: string): Promise<number> => {
  const { id } = (await acme.integrations.create(ADMIN, bodyOf({ database }))) as OperationResponse;
  await acme.integrations.whenIdle(Number(id));
  return Number(id);
};

/** The things that are kept up to a limit, with the functions that add and remove one. */
const KEPT: Readonly<
  Record<
    'integrations' | 'webhooks' | 'apiKeys',
    {
      readonly add: (started: Started, name: string) => Promise<number>;
      readonly remove: (started: Started, id: number) => Promise<unknown>;
    }
  >
> = {
  integrations: {
    add: createIntegration,
    remove: async ({ acme }, id) => {
      await acme.integrations.remove(ADMIN, id, CREDENTIALS);
      await acme.integrations.whenIdle(id);
    },
  },
  webhooks: {
    add: async ({ acme }, name) => {
      const { createdWebhooks } = await acme.webhooks.create(ADMIN, { webhooks: [{ ...WEBHOOK, name }] });
      return Number(createdWebhooks[0]?.id);
    },
    remove: ({ acme }, id) => acme.webhooks.remove(ADMIN, id),
  },
  apiKeys: {
    add: async ({ acme }, name) => (await acme.apiKeys.create(ADMIN, { name })).id,
    remove: ({ acme }, id) => acme.apiKeys.revoke(ADMIN, id),
  },
};

describe.each(Object.keys(KEPT) as (keyof typeof KEPT)[])('the limit on %s', (name) => {
  const { add, remove } = KEPT[name];

  it('permits that number, refuses one more with 409, and permits it after a removal', async () => {
    const started = await start({ [name]: 2 });
    const first = await add(started, 'one');
    await add(started, 'two');
    const before = await started.own.count(name, {});
    expectReached(await refusalOf(add(started, 'three')), name, 2, 409);
    expect(await started.own.count(name, {})).toBe(before);
    expect(started.reached).toEqual([{ tenant: 'acme', limit: name, value: 2 }]);
    await remove(started, first);
    await add(started, 'three');
    expectReached(await refusalOf(add(started, 'four')), name, 2, 409);
  });

  it('of zero permits none', async () => {
    const started = await start({ [name]: 0 });
    expectReached(await refusalOf(add(started, 'one')), name, 0, 409);
    expect(await started.own.count(name, {})).toBe(0);
  });

  it('is that of the instance, unless the tenant has its own or none', async () => {
    const started = await start({}, { tenants: { limits: { [name]: 1 } } });
    await add(started, 'one');
    expectReached(await refusalOf(add(started, 'two')), name, 1, 409);
    await started.portcullis.tenants.update('acme', { limits: { [name]: 2 } });
    await add(started, 'two');
    expectReached(await refusalOf(add(started, 'three')), name, 2, 409);
    await started.portcullis.tenants.update('acme', { limits: { [name]: null } });
    await add(started, 'three');
    await started.portcullis.tenants.update('acme', { limits: {} });
    expectReached(await refusalOf(add(started, 'four')), name, 1, 409);
  });

  it('does not apply to the default tenant', async () => {
    const started = await start({}, { tenants: { limits: { [name]: 0 } } });
    await add({ ...started, acme: started.portcullis }, 'one');
    expect(await started.store.count(name, {})).toBe(1);
  });
});

it('webhooks of one request are created all or not at all', async () => {
  const { acme, own } = await start({ webhooks: 2 });
  const three = { webhooks: [WEBHOOK, WEBHOOK, WEBHOOK] };
  expectReached(await refusalOf(acme.webhooks.create(ADMIN, three)), 'webhooks', 2, 409);
  expect(await own.count('webhooks', {})).toBe(0);
  await acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK, WEBHOOK] });
});

it('a refusal because of a limit is not repeated to a request with the same Idempotency-Key', async () => {
  const { acme, portcullis } = await start({ webhooks: 0 });
  const create = () => acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK] }, { idempotencyKey: 'one' });
  expectReached(await refusalOf(create()), 'webhooks', 0, 409);
  await portcullis.tenants.update('acme', { limits: { webhooks: 1 } });
  expect((await create()).createdWebhooks).toHaveLength(1);
});

it('API keys that have expired, and those that the host issues, count like others', async () => {
  const { acme, clock } = await start({ apiKeys: 1 });
  await acme.apiKeys.issue({ name: 'host', principal: ADMIN.principal, expiresAt: new Date(clock.now() + DAY) });
  const issue = () => acme.apiKeys.issue({ name: 'more', principal: ADMIN.principal });
  expectReached(await refusalOf(issue()), 'apiKeys', 1, 409);
  clock.advance(DAY);
  await issue();
});

it('operations beyond the limit are refused with 429 while others run, and change nothing', async () => {
  const platform = createSimulatedPlatform();
  const started = await start({ concurrentOperations: 1 }, { platform });
  const { acme, own } = started;
  const id = await createIntegration(started, 'one');
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = platform.onStatement(({ when, statement }) =>
    when === 'before' && /^CREATE/.test(statement.text) ? promise : undefined,
  );
  onTestFinished(() => resolve());
  const { id: other } = (await acme.integrations.create(ADMIN, bodyOf({ database: 'two' }))) as OperationResponse;
  const third = acme.integrations.create(ADMIN, bodyOf({ database: 'three' }));
  expectReached(await refusalOf(third), 'concurrentOperations', 1, 429);
  const removal = acme.integrations.remove(ADMIN, id, CREDENTIALS);
  expectReached(await refusalOf(removal), 'concurrentOperations', 1, 429);
  expect(await own.count('integrations', {})).toBe(2);
  expect((await acme.integrations.status(ADMIN, id)).status).toBe('enabled');
  stop();
  resolve();
  await acme.integrations.whenIdle(Number(other));
  await acme.integrations.remove(ADMIN, id, CREDENTIALS);
  await acme.integrations.whenIdle(id);
});

describe('the limit on event streams', () => {
  const read = async (follower: AsyncIterator<unknown>) => (await follower.next()).value as { readonly event: string };

  it('refuses one more with 429, and allows it when one has returned, was aborted or has ended', async () => {
    const started = await start({ eventStreams: 3 });
    const { acme, reached } = started;
    const id = await createIntegration(started, 'one');
    const disconnected = new AbortController();
    const follow = (context = ADMIN) => acme.integrations.follow(context, id);
    const returned = await follow();
    await follow({ ...ADMIN, signal: disconnected.signal });
    const ended = await follow();
    for (const follower of [returned, ended]) expect(await read(follower)).toMatchObject({ event: 'snapshot' });
    expectReached(await refusalOf(follow()), 'eventStreams', 3, 429);
    expect(reached).toEqual([{ tenant: 'acme', limit: 'eventStreams', value: 3 }]);

    await returned.return?.();
    await returned.return?.();
    const another = await follow();
    expectReached(await refusalOf(follow()), 'eventStreams', 3, 429);
    disconnected.abort();
    await (await follow()).return?.();
    await another.return?.();

    await acme.integrations.remove(ADMIN, id, CREDENTIALS);
    for await (const _ of ended);
    await acme.integrations.whenIdle(id);
    const rest = await Promise.all([follow(), follow(), follow()]);
    expectReached(await refusalOf(follow()), 'eventStreams', 3, 429);
    for (const follower of rest) await follower.return?.();
  });

  it('counts no stream that was refused, and those of each tenant apart', async () => {
    const started = await start({ eventStreams: 1 });
    const { acme, portcullis } = started;
    const id = await createIntegration(started, 'one');
    const own = await createIntegration({ ...started, acme: portcullis }, 'two');
    for (let each = 0; each < 3; each += 1) {
      expect((await refusalOf(acme.integrations.follow(ADMIN, 99))).code).toBe('INTEGRATION_NOT_FOUND');
      await portcullis.integrations.follow(ADMIN, own);
    }
    await acme.integrations.follow(ADMIN, id);
    expectReached(await refusalOf(acme.integrations.follow(ADMIN, id)), 'eventStreams', 1, 429);
  });
});

describe('the limit on notifications a second', () => {
  it('refuses one more than the burst with 429, and publishes again at the rate', async () => {
    const { acme, clock, own, reached } = await start({ notificationsPerSecond: 2, notificationBurst: 3 });
    for (let each = 0; each < 3; each += 1) await acme.notifications.notify(tag);
    const refusal = await refusalOf(acme.notifications.notify(tag));
    expectReached(refusal, 'notificationsPerSecond', 2, 429);
    expect(refusal.extras.retryAfterSeconds).toBe(1);
    clock.advance(500);
    await acme.notifications.notify(tag);
    expectReached(await refusalOf(acme.notifications.notify(tag)), 'notificationsPerSecond', 2, 429);
    expect(await own.count('events', {})).toBe(4);
    expect(reached).toHaveLength(2);
  });

  it('does not refuse notifications of the instance itself', async () => {
    const started = await start({ notificationsPerSecond: 1 });
    await started.acme.notifications.notify(tag);
    await createIntegration(started, 'one');
    expect(await started.own.count('events', { kind: { not: 'tagCreated' } })).toBeGreaterThan(0);
  });
});

describe('the limit on waiting deliveries', () => {
  const twoWebhooks = async ({ acme }: Started) => {
    await acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK, WEBHOOK] });
  };

  it('refuses a notification with which more would wait, and publishes it when they have been made', async () => {
    let statusCode = 500;
    const started = await start(
      { waitingDeliveries: 4 },
      { transport: createFakeTransport(() => statusCode), settings: { webhookRetrySchedule: [60_000] } },
    );
    const { acme, clock, own, reached } = started;
    await twoWebhooks(started);
    for (let each = 0; each < 2; each += 1) await acme.notifications.notify(tag);
    await vi.waitFor(async () => expect(await own.count('attempts', {})).toBe(4));
    expectReached(await refusalOf(acme.notifications.notify(tag)), 'waitingDeliveries', 4, 429);
    expect(await own.count('events', {})).toBe(2);
    expect(reached).toEqual([{ tenant: 'acme', limit: 'waitingDeliveries', value: 4 }]);
    statusCode = 200;
    await vi.waitFor(async () => {
      clock.advance(60_000);
      expect(await own.count('deliveries', { status: 'succeeded' })).toBe(4);
    });
    expect(await acme.notifications.notify(tag)).toMatchObject({ deliveries: 2 });
  });

  it('counts held deliveries, in one batch, with the same idempotency key and in a given transaction', async () => {
    const started = await start({ waitingDeliveries: 4 });
    const { acme, portcullis, own, store } = started;
    await twoWebhooks(started);
    await portcullis.tenants.create({ id: 'bolt' });
    for (const { id } of await acme.webhooks.list(ADMIN)) await acme.webhooks.update(ADMIN, id, { paused: true });
    const notify = (idempotencyKey: string) => acme.notifications.notify({ ...tag, idempotencyKey });
    const keys = ['a', 'a', 'b', 'c', 'c'];
    const [results, ofOther] = await Promise.all([
      Promise.allSettled(keys.map(notify)),
      portcullis.tenant('bolt').notifications.notify(tag),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(ofOther).toMatchObject({ repeated: false });
    expect(await notify('a')).toMatchObject({ repeated: true });
    await store.transaction(async (transaction) => {
      const given = acme.notifications.notify(tag, transaction);
      expectReached(await refusalOf(given), 'waitingDeliveries', 4, 429);
    });
    expect(await own.count('events', {})).toBe(2);
    expect(await own.count('deliveries', { status: 'held' })).toBe(4);
  });

  it('does not refuse a notification that no webhook receives', async () => {
    const { acme } = await start({ waitingDeliveries: 1 });
    for (let each = 0; each < 3; each += 1) await acme.notifications.notify(tag);
  });
});

it('deliveries beyond the limit of concurrent ones wait for one of them to end', async () => {
  const ends: (() => void)[] = [];
  const transport = createFakeTransport(({ url }) =>
    url.includes('acme') ? new Promise<number>((resolve) => ends.push(() => resolve(200))) : Promise.resolve(200),
  );
  const { acme, portcullis, own, reached } = await start({ concurrentDeliveries: 2 }, { transport });
  await portcullis.tenants.create({ id: 'bolt' });
  const webhook = (host: string) => ({ ...WEBHOOK, url: `https://${host}.example.com/in` });
  await acme.webhooks.create(ADMIN, { webhooks: Array.from({ length: 5 }, () => webhook('acme')) });
  await portcullis.tenant('bolt').webhooks.create(ADMIN, { webhooks: [webhook('bolt')] });
  await acme.notifications.notify(tag);
  await acme.notifications.notify(tag);
  await portcullis.tenant('bolt').notifications.notify(tag);
  await vi.waitFor(() => expect(transport.requests).toHaveLength(3));
  for (let sent = 2; sent < 10; sent += 1) {
    await vi.waitFor(() => expect(ends).toHaveLength(sent));
    expect(transport.open).toBe(2);
    ends[sent - 2]?.();
  }
  await vi.waitFor(() => expect(ends).toHaveLength(10));
  for (const end of ends) end();
  await vi.waitFor(async () => expect(await own.count('deliveries', { status: 'succeeded' })).toBe(10));
  expect(ends).toHaveLength(10);
  expect(reached).toContainEqual({ tenant: 'acme', limit: 'concurrentDeliveries', value: 2 });
});

it('a notification beyond the limit of stored bytes is refused, until a later count finds room', async () => {
  const started = await start({ storedBytes: 1 });
  const { acme, portcullis, own, clock } = started;
  expectReached(await refusalOf(acme.notifications.notify(tag)), 'storedBytes', 1, 429);
  expect(await own.count('events', {})).toBe(0);
  await portcullis.tenants.update('acme', { limits: {} });
  await acme.notifications.notify(tag);
  const { bytes } = await portcullis.tenants.usage('acme');
  await portcullis.tenants.update('acme', { limits: { storedBytes: 2 * bytes.events } });
  clock.advance(3_600_000);
  await acme.notifications.notify(tag);
  expectReached(await refusalOf(acme.notifications.notify(tag)), 'storedBytes', 2 * bytes.events, 429);
  await own.remove('events', {});
  expectReached(await refusalOf(acme.notifications.notify(tag)), 'storedBytes', 2 * bytes.events, 429);
  clock.advance(600_000);
  await acme.notifications.notify(tag);
});

describe('the bytes of a notification in a transaction of the host', () => {
  /** Starts with room for three notifications. */
  const startWithRoom = async () => {
    const started = await start({});
    await started.acme.notifications.notify(tag);
    const { bytes } = await started.portcullis.tenants.usage('acme');
    await started.portcullis.tenants.update('acme', { limits: { storedBytes: 4 * bytes.events } });
    return { ...started, limit: 4 * bytes.events };
  };

  it('do not count after a rollback', async () => {
    const { acme, store, own } = await startWithRoom();
    for (let each = 0; each < 5; each += 1) {
      const rolledBack = store.transaction(async (transaction) => {
        await acme.notifications.notify(tag, transaction);
        throw new Error('The host changed its mind.');
      });
      await expect(rolledBack).rejects.toThrow('changed its mind');
    }
    for (let each = 0; each < 3; each += 1) await acme.notifications.notify(tag);
    expect(await own.count('events', {})).toBe(4);
  });

  it('count after its commit', async () => {
    const { acme, store, limit } = await startWithRoom();
    for (let each = 0; each < 3; each += 1) {
      await store.transaction((transaction) => acme.notifications.notify(tag, transaction));
    }
    expectReached(await refusalOf(acme.notifications.notify(tag)), 'storedBytes', limit, 429);
  });

  it('count in the same transaction', async () => {
    const { acme, store, limit } = await startWithRoom();
    await store.transaction(async (transaction) => {
      for (let each = 0; each < 3; each += 1) await acme.notifications.notify(tag, transaction);
      const fourth = acme.notifications.notify(tag, transaction);
      expectReached(await refusalOf(fourth), 'storedBytes', limit, 429);
    });
  });

  it('do not count if the host rolls back to a savepoint before the commit', async () => {
    const { acme, store } = await startWithRoom();
    await store.allTenants.transaction(async (open) => {
      const joined = { ...open.scoped(''), [ALL_TENANTS]: { ...open, joined: true } };
      for (let each = 0; each < 3; each += 1) await acme.notifications.notify(tag, joined);
      // A savepoint leaves no trace of the rows.
      await open.remove('events', { tenant: 'acme', id: { gt: 1 } });
    });
    await settled();
    for (let each = 0; each < 3; each += 1) await acme.notifications.notify(tag);
  });
});

it('rows that another node adds at the same moment count', async () => {
  const { portcullis, store } = await createTestInstance();
  const { portcullis: other } = await createTestInstance({ store });
  await portcullis.tenants.create({ id: 'acme', limits: { webhooks: 5, apiKeys: 5 } });
  const nodes = [portcullis, other].map((node) => node.tenant('acme'));
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_each, index) => [
      nodes[index % 2]?.webhooks.create(ADMIN, { webhooks: [WEBHOOK] }),
      nodes[index % 2]?.apiKeys.create(ADMIN, { name: 'key' }),
    ]).flat(),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await store.scoped('acme').count('webhooks', {})).toBe(5);
  expect(await store.scoped('acme').count('apiKeys', {})).toBe(5);
});

it('a diagnostics channel names the tenant and the limit that it has reached', async () => {
  const heard: unknown[] = [];
  const listener = (message: unknown): void => void heard.push(message);
  subscribe(TENANT_LIMIT_CHANNEL, listener);
  onTestFinished(() => void unsubscribe(TENANT_LIMIT_CHANNEL, listener));
  const { acme } = await start({ webhooks: 0 });
  await refusalOf(acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK] }));
  expect(heard).toEqual([{ tenant: 'acme', limit: 'webhooks', value: 0 }]);
});

describe('invalid limits', () => {
  const invalid: readonly (readonly [string, unknown])[] = [
    ['webhooks', -1],
    ['webhooks', 1.5],
    ['webhooks', '3'],
    ['webhooks', Number.POSITIVE_INFINITY],
    ['notificationsPerSecond', 0],
    ['notificationBurst', 0],
    ['waitingDeliveries', 0],
    ['concurrentDeliveries', 0],
    ['concurrentOperations', 0],
    ['storedBytes', 0],
    ['webhook', 3],
  ];

  it.each(invalid)('such as %s: %j are refused', async (name, value) => {
    const limits = { [name]: value } as TenantLimits;
    const { portcullis } = await createTestInstance();
    const expected = { code: 'BODY_INVALID', extras: { details: [{ path: `limits.${name}` }] } };
    expect(await refusalOf(portcullis.tenants.create({ id: 'acme', limits }))).toMatchObject(expected);
    expect(await refusalOf(portcullis.tenants.get('acme'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    await portcullis.tenants.create({ id: 'acme' });
    expect(await refusalOf(portcullis.tenants.update('acme', { name: 'Acme', limits }))).toMatchObject(expected);
    expect(await portcullis.tenants.get('acme')).toMatchObject({ limits: {} });
    expect(await portcullis.tenants.get('acme')).not.toHaveProperty('name');
    expect(await refusalOf(createTestInstance({ tenants: { limits } }))).toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining(`tenants.limits.${name}`),
    });
  });

  it('such as null are refused for the instance', async () => {
    const limits = { webhooks: null } as unknown as TenantLimits;
    expect(await refusalOf(createTestInstance({ tenants: { limits } }))).toMatchObject({ code: 'OPTIONS_INVALID' });
  });
});

describe('a tenant without limits', () => {
  type Use = (tenant: TenantPortcullis) => Promise<void>;

  const addRows: Use = async ({ apiKeys, webhooks, notifications }) => {
    await apiKeys.create(ADMIN, { name: 'key' });
    await webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    await notifications.notify(tag);
  };

  const callsOfTenants = async (use: Use, tenant?: string) => {
    const queries: object[] = [];
    const store = interceptStore(createMemoryStore(), {
      call: ({ table, query }, proceed) => {
        if (table === 'tenants') queries.push(query);
        return proceed();
      },
    });
    const { portcullis } = await createTestInstance({ store, tenants: { limits: { integrations: 9 } } });
    if (tenant !== undefined) await portcullis.tenants.create({ id: tenant, limits: { integrations: null } });
    // The start looks for tenants that are being removed.
    await settled();
    queries.length = 0;
    await use(tenant === undefined ? portcullis : portcullis.tenant(tenant));
    return queries;
  };

  const create: Use = async ({ integrations }) => {
    const { id } = (await integrations.create(ADMIN, bodyOf())) as OperationResponse;
    await integrations.whenIdle(Number(id));
  };

  it('locks no row for anything without a platform', async () => {
    const queries = await callsOfTenants(addRows, 'acme');
    expect(queries.filter((query) => 'lock' in query)).toEqual([]);
  });

  it('locks its row while an operation on a platform is stored, which must not begin during its removal', async () => {
    const queries = await callsOfTenants(create, 'acme');
    expect(queries.filter((query) => 'lock' in query)).not.toEqual([]);
  });

  it('reads no row if it is the default tenant', async () => {
    expect(await callsOfTenants(addRows)).toEqual([]);
    expect(await callsOfTenants(create)).toEqual([]);
  });
});

it('limits move with their tenant', async () => {
  const { portcullis } = await start({ webhooks: 1, apiKeys: null });
  const lines: string[] = [];
  for await (const line of await portcullis.tenants.export('acme')) lines.push(line);
  const { portcullis: target } = await createTestInstance();
  await target.tenants.import(lines);
  expect(await target.tenants.get('acme')).toMatchObject({ limits: { webhooks: 1, apiKeys: null } });
  const [header = '', ...rest] = lines;
  const { portcullis: third } = await createTestInstance();
  const changed = [header.replace('"webhooks":1', '"webhooks":-1'), ...rest];
  expect(await refusalOf(third.tenants.import(changed))).toMatchObject({ code: 'EXPORT_CORRUPTED' });
});
