import { expect, it } from 'vitest';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { bumpTenantsVersion, readTenantsVersion } from './tenants-version.ts';

it('the version of all tenants grows with a change of any tenant, in one row of the instance', async () => {
  const store = createMemoryStore();
  await store.open();
  const before = await readTenantsVersion(store.allTenants);
  await store.scoped('acme').transaction(bumpTenantsVersion);
  const second = await readTenantsVersion(store.allTenants);
  await store.transaction(bumpTenantsVersion);
  expect(second).toBeGreaterThan(before);
  expect(await readTenantsVersion(store.allTenants)).toBeGreaterThan(second);
  expect(await store.allTenants.find('meta')).toMatchObject([{ tenant: '' }]);
});

it('a change that is rolled back leaves the version', async () => {
  const store = createMemoryStore();
  await store.open();
  const undone = store.transaction(async (transaction) => {
    await bumpTenantsVersion(transaction);
    throw new Error('Undone.');
  });
  await expect(undone).rejects.toThrow('Undone.');
  expect(await readTenantsVersion(store.allTenants)).toBe(0);
});
