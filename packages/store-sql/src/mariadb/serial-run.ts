import type { Run } from '../operations/sql-operations.ts';

/**
 * Sends the statements of a transaction one after another, and none after a failed one. After a deadlock, the server has
 * rolled the transaction back, and would commit each later statement by itself.
 */
export function createSerialRun(run: Run): Run {
  let turn: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const result = turn.then(() => run(statement));
    turn = result;
    // The caller has the same failure.
    turn.catch(() => {});
    return result;
  };
}
