import { createFakeClock, interceptStore, sampleRow } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { settled } from '../../../tests/support/settled.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

it('an operation that cannot be ended does not keep the others busy, and is tried again', async () => {
  const clock = createFakeClock();
  const memory = createMemoryStore();
  let isBroken = true;
  for (const id of [1, 2]) {
    await memory.insert('integrations', sampleRow('integrations', id, { status: 'creating', endedAt: null }));
    const lease = { status: 'running', leaseOwner: 'dead', leaseUntil: clock.now() - 1 } as const;
    await memory.insert('operations', sampleRow('operations', id, { integrationId: id, ...lease }));
  }
  const store = interceptStore(memory, {
    async call({ operation, table, query }, proceed) {
      const { where = {} } = query as { readonly where?: { readonly id?: unknown } };
      const isFirst = operation === 'find' && table === 'operations' && where.id === 1;
      if (isBroken && isFirst) throw new Error('A statement timed out.');
      return proceed();
    },
  });
  const { logger } = await createTestInstance({ store, clock });
  const statuses = async () => (await memory.find('integrations')).map(({ status }) => status);
  expect(await statuses()).toEqual(['creating', 'createError']);
  const failed = logger.entries.filter(({ message }) => message.startsWith('An interrupted operation'));
  expect(failed).toMatchObject([{ details: { integrationId: 1, operationId: 1, error: 'A statement timed out.' } }]);
  isBroken = false;
  clock.advance(HOUR_MS);
  await settled();
  expect(await statuses()).toEqual(['createError', 'createError']);
});

describe('old entries of timelines and leases of reports', () => {
  async function start(fails: () => boolean = () => false) {
    const clock = createFakeClock();
    const memory = createMemoryStore();
    const store = interceptStore(memory, {
      async call({ operation, table }, proceed) {
        if (operation === 'find' && table === 'timelineEntries' && fails()) throw new Error('A statement timed out.');
        return proceed();
      },
    });
    const old = clock.now() - 366 * DAY_MS;
    await memory.insert('timelineEntries', sampleRow('timelineEntries', 1, { at: old }));
    const lease = { owner: 'node', until: clock.now(), generation: 1 };
    await memory.scoped('acme').insert('leases', { ...lease, name: 'secret.expiring:1:token' });
    await memory.insert('leases', { ...lease, name: 'secret.expiring:2:token', until: clock.now() + HOUR_MS });
    await memory.insert('leases', { ...lease, name: 'recurring-validation' });
    return { ...(await createTestInstance({ store, clock })), memory };
  }

  it('are removed, and those that are still valid remain', async () => {
    const { memory } = await start();
    expect(await memory.count('timelineEntries', {})).toBe(0);
    expect(await memory.scoped('acme').count('leases', {})).toBe(0);
    const names = (await memory.find('leases')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['recurring-validation', 'secret.expiring:2:token']));
  });

  it('are removed an hour after a failure, which is reported and does not prevent the start', async () => {
    let isBroken = true;
    const { memory, clock, logger } = await start(() => isBroken);
    const reported = () => logger.entries.filter(({ message }) => message.startsWith('Pruning timelines')).length;
    expect(reported()).toBe(1);
    isBroken = false;
    clock.advance(HOUR_MS - 1);
    await settled();
    expect(await memory.count('timelineEntries', {})).toBe(1);
    clock.advance(1);
    await settled();
    expect(await memory.count('timelineEntries', {})).toBe(0);
    expect(reported()).toBe(1);
  });
});
