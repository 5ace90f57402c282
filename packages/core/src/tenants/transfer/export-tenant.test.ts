import { createFakeClock, createFakeRandom, sampleRow } from '@portcullis/testing';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../../adapters/static-secret-keys.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { exportTenant } from './export-tenant.ts';

it('reads large tables in pages, each along an index', async () => {
  const store = createMemoryStore();
  await store.open();
  const times = { stateSince: 1, createdAt: 1, updatedAt: 1 };
  const tenant = { tenant: 'acme', name: null, state: 'suspended', markId: 'a', limits: {}, version: 7, ...times };
  await store.allTenants.insertOwned('tenants', [tenant]);
  const attempts = Array.from({ length: 450 }, (_each, index) => ({
    tenant: 'acme',
    ...sampleRow('attempts', index, { createdAt: Math.floor(index / 3) }),
  }));
  await store.allTenants.insertOwned('attempts', attempts);
  const find = vi.spyOn(store.allTenants, 'find');
  const lines = await exportTenant(
    {
      store: store.allTenants,
      clock: createFakeClock(),
      random: createFakeRandom(),
      secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
      isCachedElsewhere: false,
      requireRow: async () => tenant as unknown as OwnedRow<'tenants'>,
    },
    'acme',
    undefined,
  );
  const ids: number[] = [];
  for await (const line of lines) {
    const { table, row } = JSON.parse(line);
    if (table === 'attempts') ids.push(row.id);
  }
  expect(ids).toEqual(attempts.map((_each, index) => index + 1));
  // An index serves one range, but not alternatives.
  expect(find.mock.calls.filter(([, query]) => Array.isArray(query?.where))).toEqual([]);
});
