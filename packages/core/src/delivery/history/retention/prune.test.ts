import { interceptStore, sampleRow } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { overrideStore } from '../../../../tests/support/override-store.ts';
import { createMemoryStore } from '../../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore, Store } from '../../../ports/store/store.ts';
import { pruneHistory } from './prune.ts';

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;
const DAYS = { succeeded: 7, failed: 30 };

let serial = 0;

/** An event of some days ago with one delivery, and one record where `succeeded` says how it ended. */
async function addEvent(
  store: Store,
  ago: number,
  { status, succeeded }: { status: string; succeeded?: boolean },
): Promise<number> {
  serial += 1;
  const createdAt = NOW - ago * DAY_MS;
  const event = await store.insert('events', {
    ...sampleRow('events', serial),
    publicId: `event-${serial}`,
    idempotencyKey: null,
    createdAt,
  });
  await store.insert('deliveries', { ...sampleRow('deliveries', serial), eventId: event.id, status });
  if (succeeded !== undefined)
    await store.insert('attempts', { ...sampleRow('attempts', serial), eventId: event.id, succeeded, createdAt });
  return event.id;
}

const forget = (store: Store) =>
  pruneHistory(store.allTenants, { now: NOW, daysOf: async () => DAYS }, new AbortController().signal);

async function eventsOf(store: Store): Promise<readonly number[]> {
  return (await store.find('events')).map(({ id }) => id);
}

describe('the retention of history', () => {
  it('removes successes and failures, each after its own number of days', async () => {
    const store = createMemoryStore();
    await store.open();
    const kept = [
      await addEvent(store, 6, { status: 'succeeded', succeeded: true }),
      await addEvent(store, 29, { status: 'exhausted', succeeded: false }),
    ];
    await addEvent(store, 8, { status: 'succeeded', succeeded: true });
    await addEvent(store, 31, { status: 'exhausted', succeeded: false });
    expect(await forget(store)).toEqual({ attempts: 2, events: 2 });
    expect(await eventsOf(store)).toEqual(kept);
    expect((await store.find('deliveries')).map(({ eventId }) => eventId)).toEqual(kept);
  });

  it('keeps an event to which a manual retry adds a record at the same moment', async () => {
    const memory = createMemoryStore();
    await memory.open();
    const [retried] = [
      await addEvent(memory, 40, { status: 'exhausted' }),
      await addEvent(memory, 41, { status: 'exhausted' }),
    ];
    // The retry holds the lock that this read waits for.
    const store = interceptStore(memory, {
      async call({ operation, table, query }, proceed) {
        const result = await proceed();
        if (operation === 'find' && table === 'events' && 'lock' in query) added.push(retried);
        if (operation !== 'find' || table !== 'attempts') return result;
        const rows = added.map((eventId) => ({ ...sampleRow('attempts', 9000), tenant: '', id: 9000, eventId }));
        return [...(result as readonly object[]), ...rows] as typeof result;
      },
    });
    const added: number[] = [];
    expect(await forget(store)).toMatchObject({ events: 1 });
    expect(await eventsOf(memory)).toEqual([retried]);
  });

  it('keeps deliveries that may still be sent, at any age', async () => {
    const store = createMemoryStore();
    await store.open();
    const kept = [
      await addEvent(store, 90, { status: 'pending' }),
      await addEvent(store, 90, { status: 'leased' }),
      await addEvent(store, 90, { status: 'held' }),
      await addEvent(store, 90, { status: 'pending', succeeded: false }),
    ];
    expect(await forget(store)).toEqual({ attempts: 1, events: 0 });
    expect(await eventsOf(store)).toEqual(kept);
  });

  it('keeps an old event as long as a record of it is kept', async () => {
    const store = createMemoryStore();
    await store.open();
    const id = await addEvent(store, 90, { status: 'succeeded' });
    await store.insert('attempts', {
      ...sampleRow('attempts', serial + 1),
      eventId: id,
      succeeded: true,
      createdAt: NOW - DAY_MS,
    });
    expect(await forget(store)).toEqual({ attempts: 0, events: 0 });
  });

  it('keeps old events with many waiting deliveries or records, and reads a few hundred of these at once', async () => {
    const memory = createMemoryStore();
    await memory.open();
    const kept = [
      await addEvent(memory, 90, { status: 'held' }),
      await addEvent(memory, 90, { status: 'pending' }),
      await addEvent(memory, 90, { status: 'exhausted', succeeded: false }),
    ];
    await addEvent(memory, 90, { status: 'succeeded' });
    const many = Array.from({ length: 600 }, (_each, index) => index);
    for (const eventId of kept.slice(0, 2)) {
      const deliveries = many.map((each) => ({
        ...sampleRow('deliveries', 1),
        eventId,
        webhookId: 100 + each,
        status: 'held',
      }));
      await memory.insertAbsent('deliveries', deliveries);
    }
    const attempt = {
      ...sampleRow('attempts', 1),
      eventId: kept[2] as number,
      succeeded: false,
      createdAt: NOW - DAY_MS,
    };
    await memory.insertAbsent(
      'attempts',
      many.map(() => attempt),
    );
    let most = 0;
    const transaction: AllTenantsStore['transaction'] = (work, options) =>
      memory.allTenants.transaction(
        (open) =>
          work({
            ...open,
            find: async (table, query) => {
              const rows = await open.find(table, query);
              most = Math.max(most, rows.length);
              return rows;
            },
          }),
        options,
      );
    expect(await forget(overrideStore(memory, { transaction }))).toEqual({ attempts: 1, events: 1 });
    expect(await eventsOf(memory)).toEqual(kept);
    expect(most).toBeLessThanOrEqual(500);
  });

  it('removes all old records, in slices', async () => {
    const store = createMemoryStore();
    await store.open();
    for (let count = 0; count < 450; count += 1)
      await addEvent(store, 40, { status: 'succeeded', succeeded: count % 2 === 0 });
    expect(await forget(store)).toEqual({ attempts: 450, events: 450 });
    expect(await store.count('deliveries', {})).toBe(0);
  });
});
