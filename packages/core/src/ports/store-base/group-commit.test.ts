import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { SavepointTransaction } from './store-engine.ts';

/** An engine that writes down what it is asked for. */
function createEngine({
  failing = [] as readonly string[],
  syncing = (): Promise<void> | undefined => undefined,
} = {}) {
  const calls: string[] = [];
  const call = (name: string) => async (): Promise<void> => {
    calls.push(name);
    if (failing.includes(name)) throw new Error(`${name} failed`);
  };
  const begin = async (): Promise<SavepointTransaction> => {
    calls.push('begin');
    const transaction: Partial<SavepointTransaction> = {
      commit: call('commit'),
      rollback: call('rollback'),
      savepoint: call('savepoint'),
      rollbackToSavepoint: call('rollback to savepoint'),
    };
    return transaction as SavepointTransaction;
  };
  return { calls, group: createGroupCommit({ queue: createSerialQueue(), begin, syncing }) };
}

describe('a group commit', () => {
  it('commits waiting transactions together', async () => {
    const { calls, group } = createEngine();
    const results = await Promise.all([1, 2, 3].map((number) => group.run(async () => number)));
    expect(results).toEqual([1, 2, 3]);
    expect(calls).toEqual(['begin', 'savepoint', 'savepoint', 'commit']);
  });

  it('includes transactions that arrive while the first one runs', async () => {
    const { calls, group } = createEngine();
    let late: Promise<string> | undefined;
    await group.run(async () => {
      late = group.run(async () => 'late');
    });
    expect(await late).toBe('late');
    expect(calls).toEqual(['begin', 'savepoint', 'commit']);
  });

  it('has no more than 64 in a commit', async () => {
    const { calls, group } = createEngine();
    await Promise.all(Array.from({ length: 65 }, () => group.run(async () => undefined)));
    expect(calls.filter((name) => name === 'commit')).toHaveLength(2);
  });

  it('takes back a part that rejects, and commits the others', async () => {
    const { calls, group } = createEngine();
    const ends = await Promise.allSettled([
      group.run(async () => 1),
      group.run(async () => Promise.reject(new Error('stop'))),
      group.run(async () => 3),
    ]);
    expect(ends).toMatchObject([{ value: 1 }, { reason: { message: 'stop' } }, { value: 3 }]);
    expect(calls).toEqual(['begin', 'savepoint', 'rollback to savepoint', 'savepoint', 'commit']);
  });

  it('begins again after a first part that rejects', async () => {
    const { calls, group } = createEngine();
    const ends = await Promise.allSettled([
      group.run(async () => Promise.reject(new Error('stop'))),
      group.run(async () => 2),
    ]);
    expect(ends).toMatchObject([{ reason: { message: 'stop' } }, { value: 2 }]);
    expect(calls).toEqual(['begin', 'rollback', 'begin', 'commit']);
  });

  it('rejects all of a group whose commit fails', async () => {
    const { calls, group } = createEngine({ failing: ['commit'] });
    const ends = await Promise.allSettled([group.run(async () => 1), group.run(async () => 2)]);
    const failed = { status: 'rejected', reason: { message: 'commit failed' } };
    expect(ends).toMatchObject([failed, failed]);
    expect(calls).toEqual(['begin', 'savepoint', 'commit', 'rollback']);
  });

  it('rejects all that came before when the engine has ended the transaction', async () => {
    const { calls, group } = createEngine({ failing: ['rollback to savepoint'] });
    const ends = await Promise.allSettled([
      group.run(async () => 1),
      group.run(async () => Promise.reject(new Error('the disk is full'))),
      group.run(async () => 3),
    ]);
    const lost = { status: 'rejected', reason: { message: 'the disk is full' } };
    expect(ends).toMatchObject([lost, lost, { value: 3 }]);
    expect(calls).toEqual(['begin', 'savepoint', 'rollback to savepoint', 'rollback', 'begin', 'commit']);
  });

  it('does not roll back to a savepoint that could not be created', async () => {
    const { calls, group } = createEngine({ failing: ['savepoint'] });
    const ends = await Promise.allSettled([group.run(async () => 1), group.run(async () => 2)]);
    const failed = { status: 'rejected', reason: { message: 'savepoint failed' } };
    expect(ends).toMatchObject([failed, failed]);
    expect(calls).toEqual(['begin', 'savepoint', 'rollback']);
  });

  it('stays open while the disk persists an earlier commit, and includes the transactions that arrive until then', async () => {
    let end = (): void => {};
    let busy: Promise<void> | undefined = new Promise((resolve) => {
      end = () => {
        busy = undefined;
        resolve();
      };
    });
    const { calls, group } = createEngine({ syncing: () => busy });
    const first = group.run(async () => 'first');
    await new Promise(setImmediate);
    const second = group.run(async () => 'second');
    await new Promise(setImmediate);
    expect(calls).toEqual(['begin', 'savepoint']);
    end();
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(calls).toEqual(['begin', 'savepoint', 'commit']);
    await group.run(async () => undefined);
    expect(calls.splice(3)).toEqual(['begin', 'commit']);
  });

  it('does each part in the context of its caller', async () => {
    const { group } = createEngine();
    const context = new AsyncLocalStorage<string>();
    const seen = await Promise.all(
      ['a', 'b'].map((name) => context.run(name, () => group.run(async () => context.getStore()))),
    );
    expect(seen).toEqual(['a', 'b']);
  });
});
