import { createFakeClock, sampleRow } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createTestInstance } from '../../../tests/support/create-test-instance.ts';
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
