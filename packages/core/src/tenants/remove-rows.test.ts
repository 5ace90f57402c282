import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { removeRows } from './remove-rows.ts';

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
    expect(await removeRows(store, { tenant: 'acme', version: 7 }, never)).toMatchObject({ events: 1 });
    expect(await countEvents()).toBe(0);
  });

  it.each([
    ['the tenant was imported again in the meantime', 'suspended', 7],
    ['it is the removal of an earlier tenant with this id', 'removing', 6],
  ])('removes nothing if %s', async (_, state, version) => {
    const { store, countEvents } = await start(state);
    expect(await removeRows(store, { tenant: 'acme', version }, never)).toMatchObject({ events: 0 });
    expect(await countEvents()).toBe(1);
  });
});
