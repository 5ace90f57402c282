import { createFakeClock, createSimulatedPlatform, interceptStore, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { withoutWaiting } from '../../../tests/support/without-waiting.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore, StoreTransaction } from '../../index.ts';

const flushMicrotasks = async (): Promise<void> => {
  for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A store whose writes to the operations fail as often as it is told, once it is told. */
function failingStore() {
  const store = createMemoryStore();
  const state = { failures: 0, when: (_patch: object): boolean => false };
  const failing = (open: StoreTransaction): StoreTransaction => ({
    ...open,
    update(table, where, patch) {
      if (table === 'operations' && state.failures > 0 && state.when(patch)) {
        state.failures -= 1;
        return Promise.reject(new Error('disk full'));
      }
      return open.update(table, where, patch);
    },
  });
  const transaction: AllTenantsStore['transaction'] = (work) =>
    store.allTenants.transaction((open) => work({ ...open, scoped: (tenant) => failing(open.scoped(tenant)) }));
  return { store: overrideStore(store, { transaction }), state };
}

describe('an operation', () => {
  it('is concluded despite a transient failure of the store', async () => {
    const { store, state } = failingStore();
    const instance = await createTestInstance({ store });
    Object.assign(state, { failures: 2, when: (patch: object) => 'finishedAt' in patch });
    const id = await createAndWait(instance);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
  });

  it('is concluded when a value without a text is thrown', async () => {
    const store = interceptStore(createMemoryStore(), {
      async call({ operation, table }, proceed) {
        if (operation === 'find' && table === 'leases') throw Object.create(null);
        return proceed();
      },
    });
    const instance = await createTestInstance({ store });
    const id = await createAndWait(instance);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'createError' });
    const lines = instance.logger.entries.filter(({ message }) => message === 'An operation ended unexpectedly.');
    expect(lines).toMatchObject([{ details: { error: 'A value without a text was thrown.' } }]);
  });

  it('does not stay busy if its conclusion cannot be stored', async () => {
    const { store, state } = failingStore();
    const instance = await createTestInstance({ store });
    Object.assign(state, {
      failures: 99,
      when: (patch: object) => 'status' in patch && patch.status === 'succeeded',
    });
    const id = await withoutWaiting(() => createAndWait(instance));
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'createError' });
    const [operation] = await instance.portcullis.integrations.operations(ADMIN, id);
    expect(operation).toMatchObject({ status: 'interrupted' });
    expect(operation?.journal.every((entry) => entry.status === 'done')).toBe(true);
    expect(instance.logger.entries.map((entry) => entry.message)).toContain('An operation could not be finished.');
    state.failures = 0;
    await instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await instance.portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(instance.platform.snapshot()).toEqual([]);
  });

  it('is ended with its result as soon as the store works again', async () => {
    const { store, state } = failingStore();
    const { portcullis, logger, clock } = await createTestInstance({ store });
    Object.assign(state, { failures: 99, when: (patch: object) => 'finishedAt' in patch });
    await withoutWaiting(async () => {
      await portcullis.integrations.create(ADMIN, bodyOf());
      while (!logger.entries.some(({ message }) => message === 'An operation could not be finished.'))
        await flushMicrotasks();
    });
    await flushMicrotasks();
    state.failures = 0;
    clock.advance(10_000);
    expect(await portcullis.integrations.whenIdle(1)).toEqual({ id: 1, status: 'enabled' });
  });

  it('waits for an earlier one of the same server, on this or another node', async () => {
    const platform = createSimulatedPlatform();
    const clock = createFakeClock();
    const memory = createMemoryStore();
    // Two nodes over one store.
    const store = overrideStore(memory, { shared: true });
    const one = await createTestInstance({ platform, clock, store });
    const two = await createTestInstance({ platform, clock, store, plugin: simulatedPlugin(platform) });
    let release = (): void => {};
    const off = platform.onStatement(({ statement, when }) => {
      if (when === 'before' && statement.text.startsWith('CREATE ROLE')) {
        off();
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      return undefined;
    });
    await one.portcullis.integrations.create(ADMIN, bodyOf());
    await flushMicrotasks();
    await two.portcullis.integrations.create(ADMIN, bodyOf({ database: 'other' }));
    await flushMicrotasks();
    const begun = platform.statements.length;
    clock.advance(500);
    await flushMicrotasks();
    expect(platform.statements).toHaveLength(begun);
    release();
    await one.portcullis.integrations.whenIdle(1);
    while ((await two.portcullis.integrations.status(ADMIN, 2)).status === 'creating') {
      clock.advance(500);
      await flushMicrotasks();
    }
    expect(await two.portcullis.integrations.status(ADMIN, 2)).toMatchObject({ status: 'enabled' });
    expect(platform.statements.filter((each) => each.text.startsWith('CREATE ROLE'))).toHaveLength(1);
  });

  it('does not wait for another server', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    instance.platform.inject({ at: 'CREATE DATABASE', effect: { hang: 'not-applied' } });
    await integrations.create(ADMIN, bodyOf());
    await flushMicrotasks();
    await integrations.create(ADMIN, bodyOf({ host: 'b.example.com' }));
    expect(await integrations.whenIdle(2)).toMatchObject({ status: 'enabled' });
    expect(await integrations.status(ADMIN, 1)).toMatchObject({ status: 'creating' });
    instance.clock.advance(60_000);
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'createError' });
  });

  it('stops at the deadline of a closing process; the next process continues from the journal', async () => {
    const store = { ...createMemoryStore(), close: async () => {} };
    const instance = await createTestInstance({ store });
    instance.platform.inject({ at: 'GRANT ROLE', effect: { hang: 'applied' } });
    await instance.portcullis.integrations.create(ADMIN, bodyOf());
    await flushMicrotasks();
    const closing = instance.portcullis.close({ deadlineMs: 1000 });
    await flushMicrotasks();
    instance.clock.advance(1000);
    await closing;
    expect(instance.platform.openSessions).toBe(0);
    expect(await store.find('integrations')).toMatchObject([{ status: 'createError' }]);
    expect(await store.find('operations')).toMatchObject([{ status: 'interrupted' }]);
    expect((await store.find('journalEntries')).at(-1)).toMatchObject({ direction: 'forward', status: 'unknown' });
    const next = await createTestInstance({ store, platform: instance.platform, plugin: instance.plugin });
    await next.portcullis.integrations.update(ADMIN, 1, bodyOf());
    expect(await next.portcullis.integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
  });

  it('that lost its lease writes nothing more', async () => {
    const memory = createMemoryStore();
    const store = overrideStore(memory, { shared: true });
    const instance = await createTestInstance({ store });
    instance.platform.inject({ at: 'GRANT ROLE', effect: { hang: 'applied' } });
    await instance.portcullis.integrations.create(ADMIN, bodyOf());
    await flushMicrotasks();
    // Another node has ended it while this one stood still.
    await memory.update('operations', { id: 1 }, { status: 'interrupted', leaseGeneration: { increment: 1 } });
    await memory.update('integrations', { id: 1 }, { status: 'createError', version: { increment: 1 } });
    instance.clock.advance(10_000);
    await instance.portcullis.integrations.whenIdle(1);
    expect(await instance.portcullis.integrations.status(ADMIN, 1)).toMatchObject({ status: 'createError' });
    expect((await memory.find('operations'))[0]).toMatchObject({ status: 'interrupted', error: null });
    expect(instance.platform.statements.at(-1)?.text).toContain('GRANT ROLE');
  });

  it('that another node has ended reports no end of its own', async () => {
    const memory = createMemoryStore();
    const instance = await createTestInstance({ store: overrideStore(memory, { shared: true }) });
    const reported: string[] = [];
    instance.portcullis.events.on('operation.finished', ({ status }) => reported.push(status));
    const standstill = Promise.withResolvers<void>();
    instance.platform.onStatement(({ when }) => (when === 'before' ? standstill.promise : undefined));
    await instance.portcullis.integrations.create(ADMIN, bodyOf());
    await flushMicrotasks();
    // The other node reported it as interrupted. This one has not tried to renew its lease since then.
    await memory.update('operations', { id: 1 }, { status: 'interrupted' });
    await memory.update('integrations', { id: 1 }, { status: 'createError', version: { increment: 1 } });
    standstill.resolve();
    await instance.portcullis.integrations.whenIdle(1);
    expect(await instance.portcullis.integrations.status(ADMIN, 1)).toMatchObject({ status: 'createError' });
    expect(reported).toEqual([]);
  });

  it('that another node has ended sends no further statement, and changes neither its journal nor its ledger', async () => {
    const memory = createMemoryStore();
    const instance = await createTestInstance({ store: overrideStore(memory, { shared: true }) });
    const standstill = Promise.withResolvers<void>();
    instance.platform.onStatement(({ when }) => (when === 'after' ? standstill.promise : undefined));
    await instance.portcullis.integrations.create(ADMIN, bodyOf());
    await flushMicrotasks();
    const state = async () => [await memory.find('journalEntries'), await memory.find('managedObjects')];
    // This node stood still while the other one looked for expired leases, and has not tried to renew its own since then.
    await memory.update('operations', { id: 1 }, { status: 'interrupted' });
    await memory.update('journalEntries', { status: 'intended' }, { status: 'unknown' });
    await memory.update('integrations', { id: 1 }, { status: 'createError', version: { increment: 1 } });
    const before = await state();
    standstill.resolve();
    await instance.portcullis.integrations.whenIdle(1);
    await flushMicrotasks();
    expect(instance.platform.statements).toHaveLength(1);
    expect(await state()).toEqual(before);
  });

  it('whose conclusion was stored without a response is reported once', async () => {
    const memory = createMemoryStore();
    let lost = 0;
    const transaction: AllTenantsStore['transaction'] = async (work) => {
      let concludes = false;
      const result = await memory.allTenants.transaction((open) => {
        const scoped = (tenant: string): StoreTransaction => {
          const own = open.scoped(tenant);
          const update: StoreTransaction['update'] = (table, where, patch) => {
            concludes ||= table === 'operations' && 'finishedAt' in patch;
            return own.update(table, where, patch);
          };
          return { ...own, update };
        };
        return work({ ...open, scoped });
      });
      if (concludes && lost === 0) {
        lost += 1;
        throw new Error('The connection broke during the commit.');
      }
      return result;
    };
    const instance = await createTestInstance({ store: overrideStore(memory, { transaction }) });
    const reported: string[] = [];
    instance.portcullis.events.on('operation.finished', ({ status }) => reported.push(status));
    const id = await createAndWait(instance);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
    expect(lost).toBe(1);
    expect(reported).toEqual(['succeeded']);
  });
});

describe('integrations of an uninstalled plugin', () => {
  it('are listed without their config, and have a status', async () => {
    const first = await createTestInstance();
    const id = await createAndWait(first);
    const platform = createSimulatedPlatform();
    const { portcullis } = await createTestInstance({
      store: first.store,
      platform,
      plugin: simulatedPlugin(platform, { type: 'Other' }),
    });
    expect((await portcullis.integrations.list(ADMIN)).map(({ integration }) => integration)).toMatchObject([
      { id: '1', type: 'Simulated', status: 'enabled', config: {} },
    ]);
    expect(await portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
    expect((await portcullis.integrations.types(ADMIN)).map(({ type }) => type)).toEqual(['Other']);
  });
});
