import {
  DEFAULT_TENANT,
  type Store,
  type StoreOperations,
  type TenantStore,
  type TransactionOptions,
} from '../store/store.ts';
import { allTenantsOperations, tenantOperations } from './checked-operations.ts';
import { definedNames } from './defined-names.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSerialQueue } from './serial-queue.ts';
import { createStoreCalls } from './store-calls.ts';
import type { StoreEngine } from './store-engine.ts';
import { createStoreTransactions, type TransactionWork, transactionOf } from './store-transactions.ts';

/**
 * Creates a {@link Store} on an engine.
 *
 * The store refuses calls that would hang or lose data: a write inside the work of another transaction
 * (`STORE_TRANSACTION_NESTED`), calls on an ended transaction (`STORE_TRANSACTION_ENDED`), the commit of a transaction after a
 * failed call whose error was ignored (`STORE_TRANSACTION_FAILED`), calls after `close()` (`STORE_CLOSED`).
 */
export function createStore(engine: StoreEngine): Store {
  const queue = engine.oneWriter ? createSerialQueue() : undefined;
  const { beginGroup } = engine;
  const group =
    queue && beginGroup && createGroupCommit({ queue, begin: () => beginGroup(), syncing: () => engine.syncing?.() });
  const transactions = createStoreTransactions(engine);
  const calls = createStoreCalls({ engine, queue, insideTransaction: transactions.isInside });

  const transact = <Result>(
    work: TransactionWork<Result>,
    { brief = false, lockTimeoutMs }: TransactionOptions = {},
  ): Promise<Result> =>
    calls.write(() =>
      brief && group
        ? group.run((opened) => transactions.perform(opened, work))
        : calls.withRetry(() => transactions.run(work, lockTimeoutMs)),
    );

  /** The operations of an engine exist once it is open. All tenants share them. */
  const ofEngine = lazily(() => engine.operations);
  const allTenants = lazily(() => allTenantsOperations(ofEngine()));

  function scoped(tenant: string): TenantStore {
    // A process has stores of thousands of tenants: each closure less is memory that a request need not read.
    let known: StoreOperations | undefined;
    const operations = (): StoreOperations => {
      known ??= tenantOperations(ofEngine(), tenant);
      return known;
    };
    return {
      shared: engine.shared,
      insideTransaction: transactions.isInside,
      transaction: (work, options) => transact((open) => work(open.scoped(tenant)), options),
      insert: (table, row) => calls.writeOnce(() => operations().insert(table, row)),
      insertAbsent: (table, rows) => calls.writeOnce(() => operations().insertAbsent(table, rows)),
      find: (table, query) => calls.read(() => operations().find(table, query)),
      count: (table, where) => calls.read(() => operations().count(table, where)),
      update: (table, where, patch) => calls.writeOnce(() => operations().update(table, where, patch)),
      remove: (table, where) => calls.writeOnce(() => operations().remove(table, where)),
    };
  }

  const { join, signals, threadPass, writeFailure, cell, factoryOptions } = engine;
  return {
    ...scoped(DEFAULT_TENANT),
    scoped,
    allTenants: {
      shared: engine.shared,
      insideTransaction: transactions.isInside,
      transaction: transact,
      insertOwned: (table, rows) => calls.writeOnce(() => allTenants().insertOwned(table, rows)),
      restore: (table, rows) => calls.writeOnce(() => allTenants().restore(table, rows)),
      find: (table, query) => calls.read(() => allTenants().find(table, query)),
      count: (table, where) => calls.read(() => allTenants().count(table, where)),
      update: (table, where, patch) => calls.writeOnce(() => allTenants().update(table, where, patch)),
      remove: (table, where) => calls.writeOnce(() => allTenants().remove(table, where)),
    },
    open: (pass) => calls.run(() => engine.open(pass)),
    close: calls.close,
    ...(cell !== undefined && { cell }),
    ...(signals && { signals }),
    ...(factoryOptions && { factoryOptions: { ...factoryOptions, given: definedNames(factoryOptions.given) } }),
    ...(threadPass && { threadPass: () => threadPass() }),
    ...(writeFailure && { writeFailure: () => writeFailure() }),
    ...(join && {
      join: (hostTransaction: unknown) => {
        const { afterCommit, ...operations } = join(hostTransaction);
        return transactionOf(operations, afterCommit, true).scoped(DEFAULT_TENANT);
      },
    }),
  };
}

function lazily<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
