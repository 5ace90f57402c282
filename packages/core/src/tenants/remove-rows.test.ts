import { sampleRow } from '@portcullis/testing';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { countRows, removeRows } from './remove-rows.ts';

const never = new AbortController().signal;

/** A store with a tenant of some state and version, and an event of it. */
async function start(state: string) {
  const store = createMemoryStore();
  await store.open();
  const times = { stateSince: 1, createdAt: 1, updatedAt: 1 };
  const row = { tenant: 'acme', name: null, state, markId: 'a', limits: {}, version: 7, ...times };
  await store.allTenants.insertOwned('tenants', [row]);
  const event = { publicId: 'e', kind: 'tagCreated', payload: new Uint8Array(), createdAt: 1 };
  await store.scoped('acme').insert('events', event);
  const countEvents = () => store.scoped('acme').count('events', {});
  return { store: store.allTenants, countEvents };
}

describe('the removal of the rows of a tenant', () => {
  it('removes them while the tenant is being removed', async () => {
    const { store, countEvents } = await start('removing');
    expect(await removeRows(store, { tenant: 'acme', version: 7 }, never)).toMatchObject({ removed: { events: 1 } });
    expect(await countEvents()).toBe(0);
  });

  it.each([
    ['the tenant was imported again in the meantime', 'suspended', 7],
    ['it is the removal of an earlier tenant with this id', 'removing', 6],
  ])('removes nothing if %s', async (_, state, version) => {
    const { store, countEvents } = await start(state);
    expect(await removeRows(store, { tenant: 'acme', version }, never)).toMatchObject({ removed: { events: 0 } });
    expect(await countEvents()).toBe(1);
  });

  it('also removes deliveries without an event, and counts those of the tenant among many others', async () => {
    const { store } = await start('removing');
    const tenants = ['acme', 'other', 'acme'];
    await store.insertOwned(
      'deliveries',
      tenants.map((tenant, index) => ({ tenant, ...sampleRow('deliveries', index) })),
    );
    expect(await countRows(store, 'acme')).toMatchObject({ deliveries: 2, events: 1 });
    const { removed, remaining } = await removeRows(store, { tenant: 'acme', version: 7 }, never);
    expect(removed).toMatchObject({ deliveries: 2, events: 1 });
    expect(remaining).toMatchObject({ deliveries: 0, events: 0, tenants: 1 });
    expect(await store.count('deliveries', {})).toBe(1);
  });

  it('counts many deliveries in parts', async () => {
    const { store } = await start('removing');
    const rows = Array.from({ length: 20_001 }, (_each, index) => ({
      tenant: index % 2 === 0 ? 'acme' : 'other',
      ...sampleRow('deliveries', index),
    }));
    await store.insertOwned('deliveries', rows);
    const count = vi.spyOn(store, 'count');
    expect(await countRows(store, 'acme')).toMatchObject({ deliveries: 10_001 });
    expect(count.mock.calls.filter(([table]) => table === 'deliveries')).toHaveLength(2);
  });
});
