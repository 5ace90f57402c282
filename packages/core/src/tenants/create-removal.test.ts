import { createFakeClock, createFakeTransport, createSimulatedPlatform, interceptStore } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  createTestInstance,
  type TestInstanceOptions,
} from '../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { createDelayedStore, LATE_ROWS } from '../../tests/support/late-rows.ts';
import { overrideStore } from '../../tests/support/override-store.ts';
import { settled } from '../../tests/support/settled.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import {
  type AllTenantsStore,
  createMemoryStore,
  type OperationResponse,
  type Portcullis,
  type Store,
  TABLES,
  type TableName,
} from '../index.ts';

const WEBHOOK = webhookBody();
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
/** Events of each tenant: more than a slice of a removal. */
const EVENTS = 250;

/** Every row of a tenant. */
async function rowsOf(store: Store, tenant: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const own = store.scoped(tenant);
  const tables: [string, readonly unknown[]][] = [];
  for (const table of Object.keys(TABLES) as TableName[]) tables.push([table, await own.find(table)]);
  return Object.fromEntries(tables.filter(([, rows]) => rows.length > 0));
}

/** Every row of the instance except the version of all tenants, which grows when one is removed. */
async function rowsOfInstance(store: Store): Promise<string> {
  const { meta = [], ...rows } = await rowsOf(store, '');
  const kept = meta.filter((row) => (row as { readonly name: string }).name !== 'tenants-version');
  return JSON.stringify({ ...rows, meta: kept });
}

/** Gives a tenant something in most tables. */
async function fill(portcullis: Portcullis, id: string, database: string): Promise<void> {
  await portcullis.tenants.create({ id });
  const tenant = portcullis.tenant(id);
  const response = (await tenant.integrations.create(ADMIN, bodyOf({ database }))) as OperationResponse;
  await tenant.integrations.whenIdle(Number(response.id));
  await tenant.webhooks.create(ADMIN, { webhooks: [WEBHOOK, { ...WEBHOOK, url: 'https://hooks.example.com/two' }] });
  await tenant.settings.update(ADMIN, { webhookDeadlineMs: 5000 });
  await tenant.apiKeys.create(ADMIN, { name: 'CI' });
  for (let event = 0; event < EVENTS; event += 1)
    await tenant.notifications.notify({ ...tag, idempotencyKey: `${event}` });
  await settled();
}

async function start(options: TestInstanceOptions = {}) {
  const instance = await createTestInstance({ transport: createFakeTransport(() => 500), ...options });
  await fill(instance.portcullis, 'acme', 'ONE');
  await fill(instance.portcullis, 'bolt', 'TWO');
  return instance;
}

describe('removing a tenant', () => {
  it('is refused while it has integrations', async () => {
    const { portcullis, store } = await start();
    const before = await rowsOf(store, 'acme');
    expect(await refusalOf(portcullis.tenants.remove('acme'))).toMatchObject({ code: 'TENANT_IN_USE' });
    expect(await rowsOf(store, 'acme')).toEqual(before);
    expect(await portcullis.tenant('acme').webhooks.list(ADMIN)).toHaveLength(2);
  });

  it('leaves no row of it, returns delete scripts and counts, and changes no row of another one', async () => {
    const { portcullis, store, platform } = await start();
    const others = JSON.stringify(await rowsOf(store, 'bolt'));
    const ofInstance = await rowsOfInstance(store);
    const objects = JSON.stringify(platform.snapshot());
    const before = await rowsOf(store, 'acme');
    const removal = await portcullis.tenants.remove('acme', { leaveOnPlatforms: true });
    expect(await rowsOf(store, 'acme')).toEqual({});
    expect(JSON.stringify(await rowsOf(store, 'bolt'))).toBe(others);
    expect(await rowsOfInstance(store)).toBe(ofInstance);
    expect(JSON.stringify(platform.snapshot())).toBe(objects);
    expect(removal.orphaned).toMatchObject([
      { type: 'Simulated', deleteScript: { script: expect.stringMatching(/drop/i) } },
    ]);
    const counts = Object.entries(before).map(([table, rows]) => [table, rows.length]);
    expect(removal.removed).toMatchObject(Object.fromEntries(counts));
    expect(new Set(Object.values(removal.remaining))).toEqual(new Set([0]));
    expect(await refusalOf(portcullis.tenants.get('acme'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
  });

  it('needs an existing one', async () => {
    const { portcullis } = await createTestInstance();
    expect(await refusalOf(portcullis.tenants.remove('unknown'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(await refusalOf(portcullis.tenants.remove(''))).toMatchObject({ code: 'TENANT_ID_INVALID' });
  });

  it('frees the id: a new tenant with it has no data of the old one, and receives its own events', async () => {
    const transport = createFakeTransport();
    const { portcullis, clock } = await createTestInstance({ transport });
    for (const path of ['old', 'new']) {
      await portcullis.tenants.create({ id: 'acme' });
      const acme = portcullis.tenant('acme');
      expect(await acme.webhooks.list(ADMIN)).toEqual([]);
      await acme.webhooks.create(ADMIN, { webhooks: [{ ...WEBHOOK, url: `https://hooks.example.com/${path}` }] });
      await acme.notifications.notify(tag);
      await settled();
      clock.advance(1000);
      await portcullis.tenants.remove('acme');
    }
    expect(transport.requests.map(({ url }) => url)).toEqual([
      'https://hooks.example.com/old',
      'https://hooks.example.com/new',
    ]);
  });

  it('is for a suspended tenant, too', async () => {
    const { portcullis, store } = await createTestInstance();
    await portcullis.tenants.create({ id: 'acme' });
    await portcullis.tenants.suspend('acme');
    await portcullis.tenants.remove('acme');
    expect(await rowsOf(store, 'acme')).toEqual({});
  });

  it('is completed if the host tries to change the tenant in the meantime, which is refused', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const store = interceptStore(createMemoryStore(), {
      async call({ operation, table }, proceed) {
        if (operation === 'remove' && table === 'events') await promise;
        return proceed();
      },
    });
    const { portcullis } = await createTestInstance({ store });
    await portcullis.tenants.create({ id: 'acme' });
    await portcullis.tenant('acme').notifications.notify(tag);
    const removal = portcullis.tenants.remove('acme');
    await settled();
    const change = refusalOf(portcullis.tenants.update('acme', { name: 'Acme' }));
    await settled();
    resolve();
    expect(await change).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(new Set(Object.values((await removal).remaining))).toEqual(new Set([0]));
    expect(await rowsOf(store, 'acme')).toEqual({});
  });

  it('refuses a notification for which the host was still being asked, and leaves no row of it', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const { portcullis, store } = await createTestInstance({ host: { permissionsOf: () => promise } });
    await portcullis.tenants.create({ id: 'acme' });
    await portcullis.tenant('acme').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    const published = refusalOf(portcullis.tenant('acme').notifications.notify(tag));
    await settled();
    await portcullis.tenants.remove('acme');
    resolve(['APPLICATION_ADMIN']);
    expect(await published).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(await rowsOf(store, 'acme')).toEqual({});
  });

  it('refuses a notification for whose limit the stored bytes were still being counted, and leaves no row of it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isHeld = false;
    const store = interceptStore(createMemoryStore(), {
      async call({ operation, table }, proceed) {
        if (isHeld && operation === 'find' && table === 'events') await promise;
        return proceed();
      },
    });
    const { portcullis } = await createTestInstance({ store });
    await portcullis.tenants.create({ id: 'acme', limits: { storedBytes: 1_000_000 } });
    isHeld = true;
    const published = refusalOf(portcullis.tenant('acme').notifications.notify(tag));
    await settled();
    isHeld = false;
    await portcullis.tenants.remove('acme');
    resolve();
    expect(await published).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(await rowsOf(store, 'acme')).toEqual({});
  });

  it.each(LATE_ROWS)(
    'refuses a new %s that would be stored after it, for example after a long validation',
    async (_, add) => {
      const { store, overtake } = createDelayedStore();
      const { portcullis } = await createTestInstance({ store });
      await portcullis.tenants.create({ id: 'acme' });
      const added = await overtake(
        () => refusalOf(add(portcullis.tenant('acme'))),
        () => portcullis.tenants.remove('acme'),
      );
      expect(added).toMatchObject({ code: 'TENANT_UNKNOWN' });
      expect(await rowsOf(store, 'acme')).toEqual({});
    },
  );

  it('writes no attempt that ends after it', async () => {
    const open: (() => void)[] = [];
    const transport = createFakeTransport(() => new Promise((resolve) => open.push(() => resolve(200))));
    const { portcullis, store } = await createTestInstance({ transport });
    await portcullis.tenants.create({ id: 'acme' });
    await portcullis.tenant('acme').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    await portcullis.tenant('acme').notifications.notify(tag);
    await settled();
    expect(open).toHaveLength(1);
    await portcullis.tenants.remove('acme');
    for (const end of open) end();
    await settled();
    expect(await rowsOf(store, 'acme')).toEqual({});
  });
});

describe('a manual retry that ends after the removal of its tenant', () => {
  async function retrying(response: number) {
    const open: (() => void)[] = [];
    let isManual = false;
    const transport = createFakeTransport(() =>
      isManual ? new Promise((resolve) => open.push(() => resolve(response))) : 500,
    );
    const { portcullis, store } = await createTestInstance({ transport });
    await portcullis.tenants.create({ id: 'acme' });
    const { webhooks, notifications } = portcullis.tenant('acme');
    await webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    await notifications.notify(tag);
    await settled();
    const [record] = await store.scoped('acme').find('attempts');
    isManual = true;
    const retry = refusalOf(webhooks.retry(ADMIN, Number(record?.id)));
    await settled();
    expect(open).toHaveLength(1);
    return { portcullis, store, retry, end: () => open[0]?.() };
  }

  it.each([200, 500])('is refused with an error after status %i, and leaves no row', async (status) => {
    const { portcullis, store, retry, end } = await retrying(status);
    await portcullis.tenants.remove('acme');
    end();
    expect(await retry).toMatchObject({ code: 'HISTORY_RECORD_NOT_FOUND' });
    expect(await rowsOf(store, 'acme')).toEqual({});
  });
});

describe('a removal that is interrupted', () => {
  it('keeps the delete scripts until a call has responded', async () => {
    const clock = createFakeClock();
    const kept = createMemoryStore();
    let isBroken = false;
    const transaction: AllTenantsStore['transaction'] = (work, options) =>
      isBroken ? Promise.reject(new Error('The disk is full.')) : kept.allTenants.transaction(work, options);
    const remove: AllTenantsStore['find'] = (table, query) => {
      // Behind the transaction that begins the removal, nothing works any more.
      if (table === 'webhooks' && query?.limit !== undefined) isBroken = true;
      return kept.allTenants.find(table, query);
    };
    const platform = createSimulatedPlatform();
    const first = await start({ clock, platform, store: overrideStore(kept, { transaction, find: remove }) });
    isBroken = false;
    await expect(first.portcullis.tenants.remove('acme', { leaveOnPlatforms: true })).rejects.toThrow('disk is full');
    const second = await createTestInstance({ clock, platform, store: kept });
    for (let turn = 0; turn < 20; turn += 1) await settled();
    const { tenants, ...others } = await rowsOf(kept, 'acme');
    expect(others).toEqual({});
    expect(tenants).toMatchObject([{ state: 'removing', removal: { emptied: true } }]);
    expect(await refusalOf(second.portcullis.tenants.create({ id: 'acme' }))).toMatchObject({ code: 'TENANT_EXISTS' });
    const removal = await second.portcullis.tenants.remove('acme');
    expect(removal.orphaned).toMatchObject([{ deleteScript: { script: expect.stringMatching(/drop/i) } }]);
    expect(new Set(Object.values(removal.remaining))).toEqual(new Set([0]));
  });

  it.each([1, 2, 3, 5, 8, 12])('by transaction %i is ended by another call', async (failing) => {
    const kept = createMemoryStore();
    let left = Number.POSITIVE_INFINITY;
    const transaction: AllTenantsStore['transaction'] = async (work, options) => {
      left -= 1;
      if (left === 0) throw new Error('The connection is gone.');
      return kept.allTenants.transaction(work, options);
    };
    const { portcullis, store, clock } = await start({ store: overrideStore(kept, { transaction }) });
    await portcullis.tenants.suspend('bolt');
    await portcullis.tenants.suspend('acme');
    clock.advance(86_400_000);
    await settled();
    const others = JSON.stringify(await rowsOf(store, 'bolt'));
    // The first of them notes the state, after what notes that the delete script was handed out.
    left = failing + 2;
    await expect(portcullis.tenants.remove('acme', { leaveOnPlatforms: true })).rejects.toThrow('connection is gone');
    left = Number.POSITIVE_INFINITY;
    expect(await portcullis.tenants.get('acme')).toMatchObject({ state: 'removing' });
    expect(await refusalOf(portcullis.tenant('acme').webhooks.list(ADMIN))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(await refusalOf(portcullis.tenants.create({ id: 'acme' }))).toMatchObject({ code: 'TENANT_EXISTS' });
    await portcullis.tenants.remove('acme');
    expect(await rowsOf(store, 'acme')).toEqual({});
    expect(JSON.stringify(await rowsOf(store, 'bolt'))).toBe(others);
  });

  it('is ended by the next start', async () => {
    const clock = createFakeClock();
    const kept = createMemoryStore();
    let isBroken = false;
    const transaction: AllTenantsStore['transaction'] = (work, options) =>
      isBroken ? Promise.reject(new Error('The disk is full.')) : kept.allTenants.transaction(work, options);
    const platform = createSimulatedPlatform();
    const first = await start({ clock, platform, store: overrideStore(kept, { transaction }) });
    await kept.allTenants.update('tenants', { tenant: 'acme' }, { state: 'removing' });
    isBroken = true;
    await expect(first.portcullis.tenants.remove('acme')).rejects.toThrow('disk is full');
    await createTestInstance({ clock, platform, store: kept });
    for (let turn = 0; turn < 20; turn += 1) await settled();
    expect(await rowsOf(kept, 'acme')).toEqual({});
  });
});

it('continues those of other tenants, also dead imports, if one fails each time', async () => {
  const clock = createFakeClock();
  const kept = createMemoryStore();
  const find: AllTenantsStore['find'] = async (table, query) => {
    const { tenant } = (query?.where ?? {}) as { readonly tenant?: unknown };
    if (table === 'webhooks' && (tenant === 'acme' || tenant === 'ally')) throw new Error('A page is damaged.');
    return kept.allTenants.find(table, query);
  };
  const first = await createTestInstance({ clock, store: kept });
  for (const id of ['acme', 'ally', 'bolt', 'boss']) await first.portcullis.tenants.create({ id });
  await kept.allTenants.update('tenants', { tenant: { in: ['acme', 'bolt'] } }, { state: 'importing' });
  await kept.allTenants.update('tenants', { tenant: { in: ['ally', 'boss'] } }, { state: 'removing' });
  const { logger } = await createTestInstance({ clock, store: overrideStore(kept, { find }) });
  for (let turn = 0; turn < 20; turn += 1) await settled();
  expect((await kept.allTenants.find('tenants')).map(({ tenant }) => tenant)).toEqual(['acme', 'ally']);
  const failures = logger.entries.filter(({ message }) => message === 'Removing a tenant failed.');
  expect(new Set(failures.map(({ details }) => details?.tenant))).toEqual(new Set(['acme', 'ally']));
});

it('waits until other nodes of a shared store know', async () => {
  const clock = createFakeClock();
  const store = overrideStore(createMemoryStore(), { shared: true });
  const { portcullis } = await createTestInstance({ clock, store });
  await portcullis.tenants.create({ id: 'acme' });
  await portcullis.tenant('acme').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
  const removal = portcullis.tenants.remove('acme');
  await settled();
  expect(await portcullis.tenants.get('acme')).toMatchObject({ state: 'removing' });
  expect(await store.scoped('acme').count('webhooks', {})).toBe(1);
  clock.advance(2000);
  expect(await removal).toMatchObject({ id: 'acme', removed: { webhooks: 1, tenants: 1 } });
  expect(await rowsOf(store, 'acme')).toEqual({});
});
