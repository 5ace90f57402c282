import { expect, it, onTestFinished, vi } from 'vitest';
import { createStore } from './create-store.ts';
import type { EngineOperations, EngineTransaction, StoreEngine } from './store-engine.ts';

/** An engine that writes down what it is asked for, and whose disk takes commits when the test says so. */
function createEngine(more: Partial<StoreEngine> = {}) {
  const calls: string[] = [];
  const syncs: { resolve(): void; reject(reason: Error): void }[] = [];
  const call = (name: string) => async (): Promise<void> => void calls.push(name);
  const operations: Partial<EngineOperations> = {
    remove: async () => {
      calls.push('remove');
      return 1;
    },
  };
  const transaction: Partial<EngineTransaction> = {
    ...operations,
    commit: call('commit'),
    rollback: call('rollback'),
  };
  const engine: StoreEngine = {
    shared: false,
    oneWriter: true,
    operations: operations as EngineOperations,
    begin: async () => {
      calls.push('begin');
      return transaction as EngineTransaction;
    },
    persisted: () => new Promise((resolve, reject) => void syncs.push({ resolve, reject })),
    open: call('open'),
    close: call('close'),
    ...more,
  };
  return { calls, syncs, store: createStore(engine) };
}

/** Waits until everything that can continue has done so. */
async function settled(): Promise<void> {
  for (let tick = 0; tick < 3; tick += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('resolves a write and runs its callbacks once it is persisted, and begins the next write before', async () => {
  const { calls, syncs, store } = createEngine();
  const transaction = store.transaction(async (open) => open.afterCommit(() => calls.push('after commit')));
  void transaction.then(() => calls.push('told of the transaction'));
  const removal = store.remove('leases', {});
  void removal.then(() => calls.push('told of the removal'));
  await settled();
  expect(calls).toEqual(['begin', 'commit', 'remove']);
  syncs[0]?.resolve();
  await transaction;
  expect(calls.splice(3)).toEqual(['after commit', 'told of the transaction']);
  syncs[1]?.resolve();
  await removal;
  expect(calls.splice(3)).toEqual(['told of the removal']);
});

it('rejects a write that is not persisted, runs nothing that follows, and does not write it again', async () => {
  const { calls, syncs, store } = createEngine({ mayRetry: () => true });
  const transaction = store.transaction(async (open) => open.afterCommit(() => calls.push('after commit')));
  await settled();
  syncs[0]?.reject(new Error('EIO'));
  await expect(transaction).rejects.toThrow('EIO');
  expect(calls).toEqual(['begin', 'commit']);
});

it('ends a transaction once its calls have ended, even if its work waits for something else', async () => {
  let resume = (): void => {};
  const { calls, store } = createEngine({
    begin: async () =>
      ({
        remove: async () => {
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
          calls.push('removed');
          return 1;
        },
        rollback: async () => void calls.push('rollback'),
      }) as Partial<EngineTransaction> as EngineTransaction,
  });
  const work = store.transaction(async (open) => {
    void open.remove('leases', {});
    throw new Error('stop');
  });
  const ended = work.catch((error: Error) => error.message);
  await settled();
  resume();
  expect(await ended).toBe('stop');
  expect(calls).toEqual(['removed', 'rollback']);
});

it('rolls back a transaction after a failed call that its work does not wait for', async () => {
  const { calls, store } = createEngine({
    begin: async () =>
      ({
        remove: async () => {
          await settled();
          throw new Error('the disk is full');
        },
        commit: async () => void calls.push('commit'),
        rollback: async () => void calls.push('rollback'),
      }) as Partial<EngineTransaction> as EngineTransaction,
  });
  const work = store.transaction(async (open) => {
    open.remove('leases', {}).catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: 'STORE_TRANSACTION_FAILED' });
  expect(calls).toEqual(['rollback']);
});

it('closes once the committed writes are persisted', async () => {
  const { calls, syncs, store } = createEngine();
  const removal = store.remove('leases', {});
  await settled();
  const closing = store.close();
  await settled();
  expect(calls).toEqual(['remove']);
  syncs[0]?.resolve();
  await Promise.all([removal, closing]);
  expect(calls).toEqual(['remove', 'close']);
});

it('closes five seconds after the call if a running call does not end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const never = new Promise<never>(() => {});
  const { calls, store } = createEngine({ operations: { find: () => never } as unknown as EngineOperations });
  void store.find('leases');
  const closing = store.close();
  await vi.advanceTimersByTimeAsync(4999);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await closing;
  expect(calls).toEqual(['close']);
});
