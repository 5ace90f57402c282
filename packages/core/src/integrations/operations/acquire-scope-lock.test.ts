import { createFakeClock, createRecordingLogger } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { acquireScopeLock } from './acquire-scope-lock.ts';
import { createBackgroundOperations } from './background-operations.ts';
import { finishOperation } from './finish-operation.ts';

const LEASE_MS = 30_000;
/** The integration of all operations. */
const INTEGRATION = 1;

/** Operations of some nodes over one store, none of which knows what the others do. */
async function setUp() {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const begun: number[] = [];
  const background = createBackgroundOperations({ clock, logger: createRecordingLogger(), events: { emit: () => {} } });
  return {
    store,
    clock,
    background,
    begun,
    /** Stores an operation; it comes into being when its transaction commits. */
    async add(scope = 'server') {
      const now = clock.now();
      const { id } = await store.insert('operations', {
        integrationId: INTEGRATION,
        kind: 'create',
        status: 'running',
        scope,
        leaseUntil: now + LEASE_MS,
        leaseGeneration: 1,
        startedAt: now,
      });
      return { id, scope };
    },
    /** Lets an operation wait for the lock. */
    wait(operation: { readonly id: number; readonly scope: string }, signal = new AbortController().signal) {
      return acquireScopeLock({ store, clock, background }, operation, signal).then(() => begun.push(operation.id));
    },
    end: ({ id }: { readonly id: number }) => store.update('operations', { id }, { status: 'succeeded' }),
    /** Lets every waiter check that waits for the next time to check. */
    async poll() {
      for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(500);
      for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('operations of one scope', () => {
  it('run one after the other, by their ids; other scopes do not wait', async () => {
    const { add, wait, end, poll, begun } = await setUp();
    const [first, second, third, elsewhere] = [await add(), await add(), await add(), await add('elsewhere')];
    await wait(first);
    const ends = [third, second, elsewhere].map((each) => wait(each));
    await poll();
    expect(begun).toEqual([first.id, elsewhere.id]);
    await end(first);
    await poll();
    expect(begun).toEqual([first.id, elsewhere.id, second.id]);
    await end(second);
    await poll();
    await Promise.all(ends);
    expect(begun).toEqual([first.id, elsewhere.id, second.id, third.id]);
  });

  it('wait for a running one, even if their id is lower and was stored later', async () => {
    const { store, add, wait, end, poll, begun } = await setUp();
    // It has its id already and is not committed yet: no other transaction sees it.
    const late = await add('not committed');
    const early = await add();
    await wait(early);
    await store.update('operations', { id: late.id }, { scope: 'server' });
    const waited = wait({ ...late, scope: 'server' });
    await poll();
    await poll();
    expect(begun).toEqual([early.id]);
    await end(early);
    await poll();
    await waited;
    expect(begun).toEqual([early.id, late.id]);
  });

  it('wait for the end of an earlier one, and not until its integration is idle', async () => {
    const { add, wait, end, poll, begun, background } = await setUp();
    const [first, second] = [await add(), await add()];
    await wait(first);
    const { promise: closing, resolve: close } = Promise.withResolvers<void>();
    background.track(INTEGRATION, 'create', closing);
    const waited = wait(second);
    await poll();
    await end(first);
    // The next operation of the integration begins while the sessions of the first one are being closed. It waits for the second.
    background.track(
      INTEGRATION,
      'edit',
      waited.then(() => {}),
    );
    close();
    await poll();
    expect(begun).toEqual([first.id, second.id]);
  });

  it('leave no lock behind, and wait for the next owner of one that was removed', async () => {
    const { store, clock, add, wait, poll, begun } = await setUp();
    const [first, second, third] = [await add(), await add(), await add()];
    await wait(first);
    const waited = [wait(second), wait(third)];
    for (const { id } of [first, second]) {
      await finishOperation(store, clock, { id, scope: 'server', leaseGeneration: 1 }, 'succeeded', null);
      await poll();
      await poll();
    }
    await Promise.all(waited);
    expect(begun).toEqual([first.id, second.id, third.id]);
    // The lock of another operation remains.
    await finishOperation(store, clock, { id: first.id, scope: 'server', leaseGeneration: 1 }, 'failed', null);
    expect(await store.find('leases')).toMatchObject([{ owner: String(third.id) }]);
    await finishOperation(store, clock, { id: third.id, scope: 'server', leaseGeneration: 1 }, 'succeeded', null);
    expect(await store.find('leases')).toEqual([]);
  });

  it('do not wait for a dead one, and not for ever', async () => {
    const { add, wait, poll, clock, begun } = await setUp();
    const dead = await add();
    await wait(dead);
    clock.advance(LEASE_MS + 1);
    const next = await add();
    await wait(next);
    expect(begun).toEqual([dead.id, next.id]);
    const stopping = new AbortController();
    const given = wait(await add(), stopping.signal);
    await poll();
    stopping.abort(new Error('The process stops.'));
    await expect(given).rejects.toThrow('The process stops.');
  });
});
