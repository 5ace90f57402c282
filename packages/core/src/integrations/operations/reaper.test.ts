import { createFakeClock, sampleRow } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';

const DAY_MS = 86_400_000;

describe('the records of ended integrations', () => {
  it('are all removed after their retention, even if they fill several pages', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore();
    const ids = Array.from({ length: 201 }, (_each, index) => index + 1);
    const endedAt = (id: number): number => clock.now() - (id === 1 ? 29 : 31) * DAY_MS;
    await store.insertAbsent(
      'integrations',
      ids.map((id) => sampleRow('integrations', id, { status: 'deleted', endedAt: endedAt(id) })),
    );
    await store.insertAbsent(
      'operations',
      ids.map((integrationId) => sampleRow('operations', integrationId, { integrationId, status: 'succeeded' })),
    );
    await store.insertAbsent(
      'timelineEntries',
      ids.map((integrationId) => sampleRow('timelineEntries', integrationId, { integrationId })),
    );
    await createTestInstance({ store, clock });
    expect((await store.find('integrations')).map(({ id }) => id)).toEqual([1]);
    for (const table of ['operations', 'timelineEntries'] as const)
      expect((await store.find(table)).map(({ integrationId }) => integrationId)).toEqual([1]);
  });
});

it('an operation whose process renews its expired lease at the same moment continues', async () => {
  const clock = createFakeClock();
  const memory = createMemoryStore();
  const lease = { status: 'running', leaseOwner: 'suspended', leaseUntil: clock.now() - 1 } as const;
  await memory.insertAbsent('integrations', [sampleRow('integrations', 1, { status: 'creating', endedAt: null })]);
  await memory.insertAbsent('operations', [sampleRow('operations', 1, { integrationId: 1, ...lease })]);
  const { find } = memory.allTenants;
  const store = overrideStore(memory, {
    shared: true,
    async find(table, query) {
      const rows = await find(table, query);
      if (table === 'operations') await memory.update('operations', { id: 1 }, { leaseUntil: clock.now() + 30_000 });
      return rows;
    },
  });
  await createTestInstance({ store, clock });
  expect(await memory.find('operations')).toMatchObject([{ status: 'running' }]);
});
