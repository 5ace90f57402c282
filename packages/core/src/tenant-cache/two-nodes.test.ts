import { generateKeyPairSync } from 'node:crypto';
import { createFakeClock, createFakeTransport, type FakeClock, interceptStore } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, createTestInstance } from '../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { overrideStore } from '../../tests/support/override-store.ts';
import { settled } from '../../tests/support/settled.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import { createMemoryStore, type Portcullis, type Store } from '../index.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import { createTenantSettings } from '../settings/tenant-settings.ts';
import { createKnownTenantsVersion } from './known-tenants-version.ts';

const WEBHOOK = webhookBody();
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
const { publicKey, privateKey } = generateKeyPairSync('x25519');

/** Two nodes of a shared store, which counts its queries for one tenant by table, and the tenant acme, which both have used. */
async function start() {
  const clock = createFakeClock();
  const kept = createMemoryStore();
  const queries: Record<string, number> = {};
  const find = ((...query: Parameters<AllTenantsStore['find']>) => {
    const [table, { where } = {}] = query;
    if (where && 'tenant' in where) queries[table] = (queries[table] ?? 0) + 1;
    return kept.allTenants.find(...query);
  }) as AllTenantsStore['find'];
  const store = overrideStore(kept, { shared: true, find });
  const transport = createFakeTransport(() => 200);
  const [one, two] = await Promise.all([
    createTestInstance({ clock, store, transport }),
    createTestInstance({ clock, store, transport }),
  ]);
  await one.portcullis.tenants.create({ id: 'acme' });
  await one.portcullis.tenant('acme').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
  await use(two.portcullis);
  // Both know the tenant for longer than the version.
  clock.advance(10_000);
  await use(two.portcullis);
  return { one: one.portcullis, two: two.portcullis, clock, store, transport, queries };
}

/** A request, and a publication, which also reads the settings. */
async function use(portcullis: Portcullis): Promise<void> {
  await portcullis.tenant('acme').webhooks.list(ADMIN);
  await portcullis.tenant('acme').notifications.notify(tag);
  await settled();
}

/** The settings as a third node knows them, whose claims read them in any state of the tenant. */
function settingsOf(store: Store, clock: FakeClock) {
  const ofAll = { store: store.allTenants, clock };
  const settings = createTenantSettings({ ...ofAll, tenantsVersion: createKnownTenantsVersion(ofAll), defaults: {} });
  return () => settings.of('acme');
}

const listOn = (portcullis: Portcullis) => portcullis.tenant('acme').webhooks.list(ADMIN);

const settingsOn = (portcullis: Portcullis) => portcullis.tenant('acme').settings.get(ADMIN);

describe('the cached state and settings of a tenant', () => {
  it('are not read again while no tenant changes, apart from the version once in two seconds', async () => {
    const { two, clock, queries } = await start();
    await settingsOn(two);
    queries.tenants = queries.settings = queries.meta = 0;
    for (let second = 0; second < 20; second += 1) {
      clock.advance(1000);
      await Promise.all([listOn(two), settingsOn(two), listOn(two)]);
    }
    expect(queries.tenants).toBe(0);
    expect(queries.settings).toBe(0);
    expect(queries.meta).toBe(10);
  });

  it('are read again after five minutes, because a person may have changed the row', async () => {
    const { two, clock, store } = await start();
    await store.allTenants.update('tenants', { tenant: 'acme' }, { state: 'suspended' });
    for (let second = 0; second < 289; second += 1) {
      clock.advance(1000);
      await listOn(two);
    }
    clock.advance(1000);
    expect(await refusalOf(listOn(two))).toMatchObject({ code: 'TENANT_SUSPENDED' });
  });
});

it('claims do not read the version, the state and the settings in their transactions while no tenant changes', async () => {
  const clock = createFakeClock();
  const transport = createFakeTransport(() => 500);
  let reads = 0;
  const store = interceptStore(overrideStore(createMemoryStore(), { shared: true }), {
    call({ operation, table, query, transaction }, proceed) {
      const isOfCache =
        table === 'tenants' || table === 'settings' || JSON.stringify(query).includes('tenants-version');
      if (operation === 'find' && transaction && isOfCache) reads += 1;
      return proceed();
    },
  });
  const settings = { webhookRetrySchedule: Array(10).fill(3000) };
  const { portcullis } = await createTestInstance({ clock, store, transport, settings });
  await portcullis.tenants.create({ id: 'acme' });
  await portcullis.tenant('acme').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
  await use(portcullis);
  const before = reads;
  for (let retry = 0; retry < 5; retry += 1) {
    clock.advance(4000);
    await settled();
  }
  expect(transport.requests).toHaveLength(6);
  expect(reads).toBe(before);
});

describe('within two seconds, another node knows', () => {
  it('that a tenant is suspended, and that it is resumed', async () => {
    const { one, two, clock } = await start();
    await one.tenants.suspend('acme');
    clock.advance(1999);
    await listOn(two);
    clock.advance(1);
    expect(await refusalOf(listOn(two))).toMatchObject({ code: 'TENANT_SUSPENDED' });
    clock.advance(30_000);
    expect(await refusalOf(listOn(two))).toMatchObject({ code: 'TENANT_SUSPENDED' });
    await one.tenants.resume('acme');
    clock.advance(2000);
    expect(await listOn(two)).toHaveLength(1);
  });

  it('limits', async () => {
    const { one, two, clock } = await start();
    await one.tenants.update('acme', { limits: { webhooks: 1 } });
    clock.advance(2000);
    const refused = two.tenant('acme').webhooks.create(ADMIN, { webhooks: [{ ...WEBHOOK, name: 'second' }] });
    expect(await refusalOf(refused)).toMatchObject({ code: 'TENANT_LIMIT' });
  });

  it('settings', async () => {
    const { one, two, clock } = await start();
    const before = await settingsOn(two);
    await one.tenant('acme').settings.update(ADMIN, { webhookDeadlineMs: 7000 });
    expect(await settingsOn(two)).toEqual(before);
    clock.advance(2000);
    expect(await settingsOn(two)).toMatchObject({ webhookDeadlineMs: 7000 });
  });

  it('the settings of the default tenant', async () => {
    const { one, two, clock } = await start();
    await two.settings.get(ADMIN);
    await one.settings.update(ADMIN, { webhookDeadlineMs: 7000 });
    clock.advance(2000);
    expect(await two.settings.get(ADMIN)).toMatchObject({ webhookDeadlineMs: 7000 });
  });

  it('that a tenant is removed, and that one with its id has other settings', async () => {
    const { one, two, clock, store } = await start();
    const settings = settingsOf(store, clock);
    await one.tenant('acme').settings.update(ADMIN, { webhookDeadlineMs: 7000 });
    clock.advance(2000);
    const removal = one.tenants.remove('acme');
    await settled();
    expect(await settings()).toMatchObject({ webhookDeadlineMs: 7000 });
    clock.advance(2000);
    expect(await refusalOf(listOn(two))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    await removal;
    await one.tenants.create({ id: 'acme' });
    clock.advance(2000);
    expect(await listOn(two)).toEqual([]);
    expect(await settings()).toMatchObject({ webhookDeadlineMs: 10_000 });
  });

  it('that a tenant is imported, and its settings', async () => {
    const { one, two, clock, store } = await start();
    const settings = settingsOf(store, clock);
    await one.tenant('acme').settings.update(ADMIN, { webhookDeadlineMs: 7000 });
    await one.tenants.suspend('acme');
    const exported = one.tenants.export('acme', { publicKey });
    await settled();
    clock.advance(2000);
    const lines: string[] = [];
    for await (const line of await exported) lines.push(line);
    const removal = one.tenants.remove('acme');
    await settled();
    clock.advance(2000);
    await removal;
    await one.tenants.import(
      (async function* () {
        yield lines[0] ?? '';
        // The import has begun, and the settings are not there yet.
        expect(await settings()).toMatchObject({ webhookDeadlineMs: 10_000 });
        yield* lines.slice(1);
      })(),
      { privateKey },
    );
    clock.advance(2000);
    expect(await settings()).toMatchObject({ webhookDeadlineMs: 7000 });
    expect(await refusalOf(listOn(two))).toMatchObject({ code: 'TENANT_SUSPENDED' });
  });

  it('that it holds the deliveries of a suspended tenant', async () => {
    const { one, two, clock, transport } = await start();
    const before = transport.requests.length;
    await two.tenant('acme').notifications.notify(tag);
    await settled();
    expect(transport.requests).toHaveLength(before + 1);
    await one.tenants.suspend('acme');
    clock.advance(2000);
    await one
      .tenant('acme')
      .notifications.notify(tag)
      .catch(() => {});
    expect(await refusalOf(two.tenant('acme').notifications.notify(tag))).toMatchObject({ code: 'TENANT_SUSPENDED' });
    await settled();
    expect(transport.requests).toHaveLength(before + 1);
  });
});
