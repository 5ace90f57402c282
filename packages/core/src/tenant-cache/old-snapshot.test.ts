import { createFakeClock, createFakeRandom } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { createHeldTenants } from '../delivery/claim/held-tenants.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import { createTenantSettings } from '../settings/tenant-settings.ts';
import { insertTenant, newTenant } from '../tenants/tenant-directory.ts';
import { createTenantCache } from './create-tenant-cache.ts';
import { createKnownTenantsVersion } from './known-tenants-version.ts';
import { bumpTenantsVersion } from './tenants-version.ts';

/** A tenant that was suspended and got another setting, and a transaction that began before that, and sees no later change. */
async function setUp() {
  const before = createMemoryStore();
  const store = createMemoryStore();
  const clock = createFakeClock();
  for (const each of [before, store]) {
    await each.open();
    await insertTenant(each.allTenants, { ...newTenant('acme', { clock, random: createFakeRandom(1) }), name: null });
  }
  await store.allTenants.transaction(async (open) => {
    const own = open.scoped('acme');
    await own.insert('settings', { name: 'webhookDeadlineMs', value: 7000, updatedAt: 1 });
    await own.update('tenants', {}, { state: 'suspended' });
    await bumpTenantsVersion(own);
  });
  const { allTenants } = store;
  const tenantsVersion = createKnownTenantsVersion({ store: allTenants, clock, isShared: true });
  const find: AllTenantsStore['find'] = (...query) => before.allTenants.find(...query);
  await tenantsVersion.read();
  return { allTenants, clock, tenantsVersion, oldTransaction: { find } };
}

it('settings that a transaction with an old snapshot has read are not used under a newer version', async () => {
  const { allTenants, clock, tenantsVersion, oldTransaction } = await setUp();
  const settings = createTenantSettings({ store: allTenants, clock, tenantsVersion, defaults: {} });
  const old = await settings.ofAll(['acme'], oldTransaction);
  expect(old.get('acme')).toMatchObject({ webhookDeadlineMs: 10_000 });
  expect(await settings.of('acme')).toMatchObject({ webhookDeadlineMs: 7000 });
});

it('a tenant that a transaction with an old snapshot has seen active does not count as active under a newer version', async () => {
  const { allTenants, clock, tenantsVersion, oldTransaction } = await setUp();
  const heldTenants = createHeldTenants({ tenantsVersion, cache: createTenantCache({ clock, tenantsVersion }) });
  expect(await heldTenants.among(['acme'], oldTransaction)).toEqual(new Map());
  const rules = await allTenants.transaction((open) => heldTenants.among(['acme'], open));
  expect(rules).toEqual(new Map([['acme', 'held']]));
});
