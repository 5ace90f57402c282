import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { UNLIMITED } from '../limits/tenant-limiter.ts';
import { DEFAULT_SETTINGS } from '../options/defaults.ts';
import type { Store } from '../ports/store/store.ts';
import { DEFAULT_TENANT } from '../ports/store/store.ts';
import type { RequestContext } from '../security/principals/principal.ts';
import { createKnownTenantsVersion } from '../tenant-cache/known-tenants-version.ts';
import { createSettings } from './create-settings.ts';
import { createTenantSettings } from './tenant-settings.ts';

const admin: RequestContext = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };
const user: RequestContext = { principal: { ...admin.principal, permissions: [] } };

async function setUp(store: Store = createMemoryStore(), defaults = {}) {
  await store.open();
  const clock = createFakeClock();
  const ofAll = { store: store.allTenants, clock };
  const tenantsVersion = createKnownTenantsVersion(ofAll);
  const tenantSettings = createTenantSettings({ ...ofAll, tenantsVersion, defaults });
  const settings = createSettings({ tenant: DEFAULT_TENANT, store, clock, limiter: UNLIMITED, tenantSettings });
  return { store, clock, settings };
}

describe('settings', () => {
  it('come from the store, then from the host, then from the library', async () => {
    const { settings } = await setUp(createMemoryStore(), { webhookDeadlineMs: 5000, webhookAutomaticRetry: false });
    expect(await settings.get(admin)).toEqual({
      ...DEFAULT_SETTINGS,
      webhookDeadlineMs: 5000,
      webhookAutomaticRetry: false,
    });
    await settings.update(admin, { webhookDeadlineMs: 7000 });
    expect(await settings.current()).toMatchObject({ webhookDeadlineMs: 7000, webhookAutomaticRetry: false });
  });

  it('can be changed individually, and persist', async () => {
    const store = createMemoryStore();
    const { settings } = await setUp(store);
    await settings.update(admin, { tableGrantsRolePrefix: 'grants_' });
    await settings.update(admin, { recurringValidationPeriodMs: 0 });
    await settings.update(admin, { tableGrantsRolePrefix: null });
    const again = await setUp(store);
    expect(await again.settings.current()).toMatchObject({
      tableGrantsRolePrefix: null,
      recurringValidationPeriodMs: 0,
    });
  });

  it.each([
    [{ webhookDeadlineMs: 10 }],
    [{ webhookDeadlineMs: '5000' }],
    [{ webhookRetrySchedule: [-1] }],
    [{ webhookRetentionDays: { succeeded: 1 } }],
    [{ recurringValidationPeriodMs: 1000 }],
    [{ tableGrantsRolePrefix: 'x'.repeat(50) }],
    [{ tableGrantsRolePrefix: 'drop table' }],
    [{ unknown: 1 }],
    [[]],
    ['text'],
    [undefined],
  ])('refuse %j and are unchanged', async (body) => {
    const { settings, store } = await setUp();
    expect(await refusalOf(settings.update(admin, body))).toMatchObject({ code: 'BODY_INVALID', statusCode: 400 });
    expect(await store.find('settings')).toEqual([]);
  });

  it('require an administrator', async () => {
    const { settings } = await setUp();
    expect(await refusalOf(settings.get(user))).toMatchObject({ statusCode: 403 });
    expect(await refusalOf(settings.update(user, {}))).toMatchObject({ statusCode: 403 });
  });

  it('refuse defaults of the host that do not fit, at once', async () => {
    const refused = setUp(createMemoryStore(), { webhookDeadlineMs: 1 });
    expect(await refusalOf(refused)).toMatchObject({ message: expect.stringContaining('settings.webhookDeadlineMs') });
  });

  it('are read once while they do not change, and other nodes of a shared store see a change within seconds', async () => {
    const store = createMemoryStore();
    await store.open();
    let reads = 0;
    const shared = {
      ...store,
      allTenants: {
        ...store.allTenants,
        shared: true,
        find: ((...query: Parameters<Store['allTenants']['find']>) => {
          reads += 1;
          return store.allTenants.find(...query);
        }) as Store['allTenants']['find'],
      },
    };
    const here = await setUp(shared);
    const there = await setUp(store);
    await here.settings.current();
    await here.settings.current();
    // The version of all tenants, and the settings.
    expect(reads).toBe(2);
    await there.settings.update(admin, { webhookDeadlineMs: 7000 });
    expect(await here.settings.current()).toMatchObject({ webhookDeadlineMs: 10_000 });
    here.clock.advance(2000);
    expect(await here.settings.current()).toMatchObject({ webhookDeadlineMs: 7000 });
  });

  it('do not cache a value that was read during an update', async () => {
    const store = createMemoryStore();
    await store.open();
    let arrive = (): void => {};
    let slow = true;
    const find = (async (...query: Parameters<Store['allTenants']['find']>) => {
      const rows = await store.allTenants.find(...query);
      if (slow)
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
      return rows;
    }) as Store['allTenants']['find'];
    const { settings } = await setUp({ ...store, allTenants: { ...store.allTenants, find } });
    const early = settings.current();
    await new Promise((resolve) => setImmediate(resolve));
    slow = false;
    await settings.update(admin, { webhookDeadlineMs: 7000 });
    arrive();
    await early;
    expect(await settings.current()).toMatchObject({ webhookDeadlineMs: 7000 });
  });
});

it.each([[null], ['0'], [[]]])(
  'the period of recurring validations is refused with all its forms for %j',
  async (value) => {
    const { settings } = await setUp();
    await expect(settings.update(admin, { recurringValidationPeriodMs: value })).rejects.toThrow(
      'recurringValidationPeriodMs: This must be 0, or a whole number from 60000 to 2592000000.',
    );
  },
);
