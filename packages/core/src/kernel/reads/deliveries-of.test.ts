import { sampleRow } from '@portcullis/testing';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { deliveriesOf } from './deliveries-of.ts';

it('the deliveries of some events are read in pages, also those of one event', async () => {
  const store = createMemoryStore();
  await store.open();
  const counts = [1, 2500, 0, 3, 1000, 700, 700];
  const tenant = 'acme';
  for (const [index, count] of counts.entries()) {
    const rows = Array.from({ length: count }, (_each, number) => ({
      ...sampleRow('deliveries', 1),
      tenant,
      eventId: index + 1,
      webhookId: number + 1,
    }));
    await store.allTenants.insertOwned('deliveries', rows);
  }
  const find = vi.spyOn(store.allTenants, 'find');
  const pages: (readonly { readonly id: number; readonly eventId: number }[])[] = [];
  for await (const page of deliveriesOf(store.allTenants, tenant, [1, 2, 3, 4, 5, 6])) pages.push(page);
  const rows = pages.flat();
  expect(Math.max(...pages.map(({ length }) => length))).toBe(1000);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(counts.slice(0, 6)).toEqual(
    counts.slice(0, 6).map((_, i) => rows.filter((row) => row.eventId === i + 1).length),
  );
  for (const [, query] of find.mock.calls) expect(query?.limit).toBe(1000);
});
