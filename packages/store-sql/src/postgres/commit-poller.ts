import type { PostgresResult } from './postgres-client.ts';
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
const OUTCOMES = 'select id::text as id, pg_xact_status(id) as status from unnest($1::xid8[]) as id';

/**
 * Creates the poller of a store. One query asks for all open transactions; the pauses between queries grow from 10 ms to 250 ms and
 * start again with each transaction. Notifications of PostgreSQL would need no queries, but a transaction that has one blocks the
 * commits of all others that have one.
 *
 * @param ask - runs a query outside of these transactions.
 */
export function createCommitPoller(
  ask: (text: string, values: unknown[]) => Promise<Pick<PostgresResult, 'rows'>>,
): CommitPoller {
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
      const { rows } = await ask(OUTCOMES, [[...open.keys()]]);
      for (const { id, status } of rows) if (status !== 'in progress') finish(String(id), status === 'committed');
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
