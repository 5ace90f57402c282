import { runAction } from './run-action.ts';

/** Waits for the outcomes of transactions on connections that cannot be observed. */
export interface CommitPoller {
  /** Runs the action after the commit of the transaction with this id, never after a roll-back. */
  afterCommit(transactionId: string, action: () => void): void;
  /** Ends all waiting. */
  stop(): void;
}

const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 250;

/** The outcome of a transaction. A status that is neither of the two means that it was rolled back. */
export interface Outcome {
  readonly id: string;
  readonly status: 'in progress' | 'committed' | string | null;
}

/**
 * Creates the poller of a store. One call asks for all open transactions; the pauses between calls grow from 10 ms to 250 ms and
 * start again with each transaction.
 *
 * @param ask - reads the outcomes of transactions, outside of them.
 */
export function createCommitPoller(ask: (ids: readonly string[]) => Promise<readonly Outcome[]>): CommitPoller {
  const open = new Map<string, (() => void)[]>();
  let pause = MIN_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  function schedule(): void {
    clearTimeout(timer);
    timer = undefined;
    if (open.size > 0 && !isAsking) timer = setTimeout(poll, pause).unref();
  }

  async function poll(): Promise<void> {
    isAsking = true;
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
    try {
      const outcomes = await ask([...open.keys()]);
      for (const { id, status } of outcomes) if (status !== 'in progress') finish(id, status === 'committed');
    } catch {
      // A lost server: it still knows the outcome when it is back.
    }
    isAsking = false;
    schedule();
  }

  function finish(id: string, isCommitted: boolean): void {
    const actions = open.get(id) ?? [];
    open.delete(id);
    if (isCommitted) for (const action of actions) runAction(action);
  }

  return {
    afterCommit(id, action) {
      const actions = open.get(id);
      if (actions) return void actions.push(action);
      open.set(id, [action]);
      pause = MIN_PAUSE_MS;
      schedule();
    },
    stop() {
      open.clear();
      schedule();
    },
  };
}
