import { type EngineOperations, StoreError } from '@portcullis/core/ports';
import type { CommitPoller } from '../connections/commit-poller.ts';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import { isInTransaction, renewMark } from './commit-marks.ts';
import type { QueryRunner } from './query-runner.ts';
import { createSerialRun } from './serial-run.ts';

/** Operations in a transaction of the host. */
export type JoinedOperations = EngineOperations & { afterCommit(action: () => void): void };

/**
 * Runs the store's operations in a transaction of the host, which it marks before the first statement to find out its outcome.
 *
 * @param mark - marks the transaction, and returns the id of the mark; undefined if no transaction is open.
 */
export function joinMarked(
  run: QueryRunner,
  operationsOn: SqlOperations,
  commits: CommitPoller,
  mark: () => Promise<string | undefined>,
): JoinedOperations {
  /** Every mark is removed after the commit, whether actions wait for it or not. */
  const removeAfterCommit = (id: string): void => commits.afterCommit(id, () => {});
  const { begun, send } = createCheckedRun(run, {
    async begin() {
      const id = await mark();
      if (id === undefined) throw withoutTransaction();
      removeAfterCommit(id);
      return id;
    },
    async renew(id) {
      const isOpen = await renewMark(run, id);
      if (isOpen) removeAfterCommit(id);
      return isOpen;
    },
  });

  const afterCommit = (action: () => void): void => {
    // A transaction without a mark has failed: it is never committed.
    begun()
      .then((id) => commits.afterCommit(id, action))
      .catch(() => {});
  };
  return { ...operationsOn(send), afterCommit };
}

/**
 * Runs the store's operations in a transaction whose commit the host itself reports.
 *
 * @param afterCommit - runs an action after the commit.
 */
export function joinReported(
  run: QueryRunner,
  operationsOn: SqlOperations,
  afterCommit: JoinedOperations['afterCommit'],
): JoinedOperations {
  const { send } = createCheckedRun(run, {
    async begin() {
      if (!(await isInTransaction(run))) throw withoutTransaction();
    },
    renew: () => isInTransaction(run),
  });
  return { ...operationsOn(send), afterCommit };
}

/** The checks of a transaction of the host. */
interface TransactionChecks<Mark> {
  /** Runs before the first statement. */
  begin(): Promise<Mark>;
  /**
   * Runs before a write if the host may have used the connection since the last statement: a roll-back to a savepoint removes the
   * mark, and a deadlock ends the transaction. Returns whether it is open.
   */
  renew(mark: Mark): Promise<boolean>;
}

/** The runner of a transaction of the host. */
interface CheckedRun<Mark> {
  readonly send: Run;
  /** Checks once that the transaction is open, and returns its mark. */
  begun(): Promise<Mark>;
}

function createCheckedRun<Mark>(run: QueryRunner, { begin, renew }: TransactionChecks<Mark>): CheckedRun<Mark> {
  let beginning: Promise<Mark> | undefined;
  let running = 0;
  let isDoubtful = false;
  const begun = (): Promise<Mark> => {
    beginning ??= begin();
    return beginning;
  };
  const runSerially = createSerialRun(async ({ sql, parameters, query }) => {
    const mark = await begun();
    if (isDoubtful && query.kind !== 'SelectQueryNode') {
      isDoubtful = false;
      if (!(await renew(mark))) throw endedTransaction();
    }
    return run(sql, parameters);
  });
  return {
    begun,
    async send(statement) {
      if (running === 0) isDoubtful = beginning !== undefined;
      running += 1;
      try {
        return await runSerially(statement);
      } finally {
        running -= 1;
      }
    },
  };
}

/** The server has rolled the transaction back, and would commit each later write by itself. */
function endedTransaction(): StoreError {
  const message =
    'The transaction on the connection that was passed to join() has ended: the server rolls it back after a deadlock.';
  return new StoreError('STORE_TRANSACTION_FAILED', message);
}

/** Outside a transaction, each write would be committed separately. */
function withoutTransaction(): StoreError {
  const message = 'No transaction is open on the connection that was passed to join(): await its begin first.';
  return new StoreError('STORE_INPUT_INVALID', message);
}
