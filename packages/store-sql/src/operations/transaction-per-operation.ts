import { type EngineOperations, type EngineTransaction, inOwnTransaction } from '@portcullis/core/ports';

/** Creates operations that each run in a transaction of their own. */
export function transactionPerOperation(begin: () => Promise<EngineTransaction>): EngineOperations {
  const within = (tenant?: string): EngineOperations => {
    const alone = <Result>(work: (operations: EngineOperations) => Promise<Result>): Promise<Result> =>
      inOwnTransaction(begin, (open) => work(tenant === undefined ? open : (open.scopedTo?.(tenant) ?? open)));
    return {
      insert: (table, row) => alone((open) => open.insert(table, row)),
      insertAbsent: (table, rows) => alone((open) => open.insertAbsent(table, rows)),
      restore: (table, rows) => alone((open) => open.restore(table, rows)),
      find: (table, query) => alone((open) => open.find(table, query)),
      count: (table, tests) => alone((open) => open.count(table, tests)),
      update: (table, tests, patch) => alone((open) => open.update(table, tests, patch)),
      remove: (table, tests) => alone((open) => open.remove(table, tests)),
      scopedTo: within,
    };
  };
  return within();
}
