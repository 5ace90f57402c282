import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommitPoller } from './commit-poller.ts';

/** A server that knows the outcomes of transactions, and the ids that each query asked for. */
function createServer() {
  const outcomes: Record<string, string> = {};
  const asked: string[][] = [];
  let isLost = false;
  return {
    outcomes,
    asked,
    lose: (lost: boolean) => {
      isLost = lost;
    },
    async ask(ids: readonly string[]) {
      asked.push([...ids]);
      if (isLost) throw new Error('The server is lost.');
      const statusOf = (id: string) => (outcomes[id] === 'forgotten' ? null : (outcomes[id] ?? 'in progress'));
      return ids.map((id) => ({ id, status: statusOf(id) }));
    },
  };
}

describe('a commit poller', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs the actions of a transaction in their order after its commit, once', async () => {
    const { ask, outcomes, asked } = createServer();
    const { afterCommit } = createCommitPoller(ask);
    const ran: string[] = [];
    afterCommit('1', () => ran.push('first'));
    afterCommit('1', () => ran.push('second'));
    await vi.advanceTimersByTimeAsync(100);
    expect(ran).toEqual([]);
    outcomes['1'] = 'committed';
    await vi.advanceTimersByTimeAsync(1000);
    expect(ran).toEqual(['first', 'second']);
    const queries = asked.length;
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(queries);
  });

  it('runs no action of a transaction that was rolled back or that the server has forgotten', async () => {
    const { ask, outcomes, asked } = createServer();
    const { afterCommit } = createCommitPoller(ask);
    const action = vi.fn();
    afterCommit('1', action);
    afterCommit('2', action);
    Object.assign(outcomes, { 1: 'aborted', 2: 'forgotten' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(action).not.toHaveBeenCalled();
    expect(asked).toHaveLength(1);
  });

  it('asks for all open transactions with one query, in growing pauses', async () => {
    const { ask, asked } = createServer();
    const { afterCommit, stop } = createCommitPoller(ask);
    afterCommit('1', () => {});
    afterCommit('2', () => {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.length).toBeLessThan(50);
    expect(new Set(asked.map((ids) => ids.join()))).toEqual(new Set(['1,2']));
    stop();
  });

  it('asks soon again once there is another transaction', async () => {
    const { ask, outcomes } = createServer();
    const { afterCommit, stop } = createCommitPoller(ask);
    afterCommit('1', () => {});
    await vi.advanceTimersByTimeAsync(10_000);
    const action = vi.fn();
    outcomes['2'] = 'committed';
    afterCommit('2', action);
    await vi.advanceTimersByTimeAsync(10);
    expect(action).toHaveBeenCalledOnce();
    stop();
  });

  it('asks again after the server was lost', async () => {
    const { ask, outcomes, lose } = createServer();
    const { afterCommit } = createCommitPoller(ask);
    const action = vi.fn();
    lose(true);
    afterCommit('1', action);
    outcomes['1'] = 'committed';
    await vi.advanceTimersByTimeAsync(1000);
    expect(action).not.toHaveBeenCalled();
    lose(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(action).toHaveBeenCalledOnce();
  });

  it('reports an action that throws as a warning, and runs the others', async () => {
    const { ask, outcomes } = createServer();
    const { afterCommit } = createCommitPoller(ask);
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const action = vi.fn();
    afterCommit('1', () => {
      throw new Error('A defect.');
    });
    afterCommit('1', action);
    outcomes['1'] = 'committed';
    await vi.advanceTimersByTimeAsync(10);
    expect(warning).toHaveBeenCalledWith(new Error('A defect.'));
    expect(action).toHaveBeenCalledOnce();
    warning.mockRestore();
  });

  it('asks nothing any more once it is stopped', async () => {
    const { ask, asked } = createServer();
    const { afterCommit, stop } = createCommitPoller(ask);
    afterCommit('1', () => {});
    stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([]);
  });
});
