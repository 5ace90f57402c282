import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ALL_TENANTS,
  type AllTenantsOperations,
  type AllTenantsTransaction,
  type StoreTransaction,
} from '../store/store.ts';
import { allTenantsOperations, tenantOperations } from './checked-operations.ts';
import type { Performed } from './store-calls.ts';
import type { EngineOperations, StoreEngine } from './store-engine.ts';
import { abandoned, createTransactionScope, type TransactionScope } from './transaction-scope.ts';

/** The work of a transaction. */
export type TransactionWork<Result> = (open: AllTenantsTransaction) => Promise<Result>;

/** The transactions of a store, each with the async context of its work. */
export interface StoreTransactions {
  /** Returns whether the caller is inside the work of a transaction. */
  isInside(): boolean;
  /** Runs work in a new transaction, and commits it, or rolls it back if the work fails. */
  run<Result>(work: TransactionWork<Result>, lockTimeoutMs?: number): Promise<Performed<Result>>;
  /** Runs work in a transaction of the engine that the caller commits. */
  perform<Result>(opened: EngineOperations, work: TransactionWork<Result>): Promise<Performed<Result>>;
}

/** Creates the transactions of an engine. */
export function createStoreTransactions(engine: Pick<StoreEngine, 'begin'>): StoreTransactions {
  const current = new AsyncLocalStorage<TransactionScope>();

  async function perform<Result>(opened: EngineOperations, work: TransactionWork<Result>): Promise<Performed<Result>> {
    const scope = createTransactionScope(opened);
    // A call of several statements that is not awaited must not continue after the end, because its statements would join the
    // next transaction.
    const result = await current
      .run(scope, async () => work(transactionOf(scope.operations, scope.afterCommit)))
      .finally(() => scope.end());
    const failure = scope.failure();
    if (failure) throw abandoned(failure.cause);
    return { result, runAfterCommit: scope.runAfterCommit };
  }

  return {
    isInside: () => current.getStore()?.isOpen() ?? false,
    async run(work, lockTimeoutMs) {
      const opened = await engine.begin({ lockTimeoutMs });
      try {
        const done = await perform(opened, work);
        await opened.commit();
        return done;
      } catch (error) {
        await opened.rollback();
        throw error;
      }
    },
    perform,
  };
}

/** Returns the transaction of a store on the operations of an engine. @param joined - true if it is one of the host. */
export function transactionOf(
  engine: EngineOperations,
  afterCommit: StoreTransaction['afterCommit'],
  joined = false,
): AllTenantsTransaction {
  const all: AllTenantsOperations = allTenantsOperations(engine);
  const transaction: AllTenantsTransaction = {
    ...all,
    afterCommit,
    joined,
    scoped: (tenant) => ({ ...tenantOperations(engine, tenant), afterCommit, [ALL_TENANTS]: transaction }),
  };
  return transaction;
}
