import { expect, it } from 'vitest';
import type { TenantFacts } from '../tenant-cache/tenant-facts.ts';
import type { TenantDirectory } from '../tenants/tenant-directory.ts';
import type { TenantServices } from './tenant-services.ts';
import { createTenantServicesCache, MAX_CACHED_TENANTS } from './tenant-services-cache.ts';

/** Makes the services of tenants that all exist, and counts how often those of each are created. */
function start() {
  const factsOf = (tenant: string): TenantFacts => ({ tenant, state: 'active', markId: tenant, limits: {} });
  const directory = {
    find: async (tenant: string) => factsOf(tenant),
    requireActive: async (tenant: string) => factsOf(tenant),
  } as unknown as TenantDirectory;
  const created: string[] = [];
  const services = createTenantServicesCache(directory, ({ tenant }) => {
    created.push(tenant);
    return { tenant } as unknown as TenantServices;
  });
  return { services, created };
}

it('keeps the services of the tenants that were used last', async () => {
  const { services, created } = start();
  for (let tenant = 0; tenant < MAX_CACHED_TENANTS; tenant += 1) await services.forRequest(`t${tenant}`);
  await services.forRequest('t0');
  await services.forRequest('another');
  created.length = 0;
  await services.forRequest('t0');
  await services.forRequest('another');
  expect(created).toEqual([]);
  await services.forRequest('t1');
  expect(created).toEqual(['t1']);
});
