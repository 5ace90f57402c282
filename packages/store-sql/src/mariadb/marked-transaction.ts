import { type EngineOperations, StoreError } from '@portcullis/core/ports';
import type { CommitPoller } from '../connections/commit-poller.ts';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import { renewMark } from './commit-marks.ts';
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
  let marking: Promise<string> | undefined;
  /** Every mark is removed after the commit, whether actions wait for it or not. */
  const removeAfterCommit = (id: string): void => commits.afterCommit(id, () => {});
  const marked = (): Promise<string> => {
    marking ??= mark().then((id) => {
      if (id === undefined) throw withoutTransaction();
      removeAfterCommit(id);
      return id;
    });
    return marking;
  };

  let running = 0;
  /** True if the host may have rolled back to a savepoint since the last statement, and thereby removed the mark. */
  let isDoubtful = false;
  const runSerially = createSerialRun(async ({ sql, parameters, query }) => {
    const id = await marked();
    if (isDoubtful && query.kind !== 'SelectQueryNode') {
      isDoubtful = false;
      await renewMark(run, id);
      removeAfterCommit(id);
    }
    return run(sql, parameters);
  });
  const send: Run = async (statement) => {
    if (running === 0) isDoubtful = marking !== undefined;
    running += 1;
    try {
      return await runSerially(statement);
    } finally {
      running -= 1;
    }
  };

  const afterCommit = (action: () => void): void => {
    // A transaction without a mark has failed: it is never committed.
    marked()
      .then((id) => commits.afterCommit(id, action))
      .catch(() => {});
  };
  return { ...operationsOn(send), afterCommit };
}

/** Outside a transaction, each write would be committed separately. */
function withoutTransaction(): StoreError {
  const message = 'No transaction is open on the connection that was passed to join(): await its begin first.';
  return new StoreError('STORE_INPUT_INVALID', message);
}
