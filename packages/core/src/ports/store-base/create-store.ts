import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ALL_TENANTS,
  type AllTenantsOperations,
  type AllTenantsTransaction,
  DEFAULT_TENANT,
  type Store,
  type StoreOperations,
  type StoreTransaction,
  type TenantStore,
  type TransactionOptions,
} from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { createCallCounter } from './call-counter.ts';
import { allTenantsOperations, tenantOperations } from './checked-operations.ts';
import { definedNames } from './defined-names.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { EngineOperations, StoreEngine } from './store-engine.ts';
import { abandoned, createTransactionScope, type TransactionScope } from './transaction-scope.ts';

type Work<Result> = (open: AllTenantsTransaction) => Promise<Result>;

/** The result of a transaction, and the actions to run after its commit. */
interface Performed<Result> {
  readonly result: Result;
  readonly runAfterCommit: () => void;
}

/** Milliseconds for which `close` waits for running calls: the server of the database may never respond to one. */
const CLOSE_MS = 5000;

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
  const current = new AsyncLocalStorage<TransactionScope>();
  const calls = createCallCounter();
  let closing: Promise<void> | undefined;

  /** Inside the work of the open transaction, a call that has to wait for that transaction would wait for itself for ever. */
  async function queued<Result>(task: () => Promise<Result>): Promise<Result> {
    refuseNested();
    return running(() => (queue ? queue.run(task) : task()));
  }

  function insideTransaction(): boolean {
    return current.getStore()?.isOpen() ?? false;
  }

  function refuseNested(): void {
    if (!insideTransaction()) return;
    throw new StoreError('STORE_TRANSACTION_NESTED', 'The store was called directly while its transaction was open.');
  }

  function refuseClosed(): void {
    if (closing) throw new StoreError('STORE_CLOSED', 'The store is closing or closed.');
  }

  async function running<Result>(task: () => Promise<Result>): Promise<Result> {
    refuseClosed();
    calls.begin();
    try {
      return await task();
    } finally {
      calls.end();
    }
  }

  function read<Result>(task: () => Promise<Result>): Promise<Result> {
    return engine.readsWait ? queued(task) : running(task);
  }

  /** A write that waits for the disk has released the lock, so that the next write can begin. */
  async function write<Result>(commit: () => Promise<Performed<Result>>): Promise<Result> {
    refuseNested();
    refuseClosed();
    calls.begin();
    try {
      const done = await commit();
      await engine.persisted?.();
      done.runAfterCommit();
      return done.result;
    } finally {
      calls.end();
    }
  }

  async function withRetry<Result>(task: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await (queue ? queue.run(task) : task());
      } catch (error) {
        const cause = StoreError.isInstance(error) ? error.cause : error;
        if (!engine.mayRetry?.(cause, attempt)) throw error;
      }
    }
  }

  async function alone<Result>(operation: () => Promise<Result>): Promise<Result> {
    return write(() => withRetry(async () => ({ result: await operation(), runAfterCommit: () => {} })));
  }

  async function inTransaction<Result>(work: Work<Result>, lockTimeoutMs?: number): Promise<Performed<Result>> {
    const opened = await engine.begin({ lockTimeoutMs });
    try {
      const done = await perform(opened, work);
      await opened.commit();
      return done;
    } catch (error) {
      await opened.rollback();
      throw error;
    }
  }

  async function perform<Result>(opened: EngineOperations, work: Work<Result>): Promise<Performed<Result>> {
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

  const transact = <Result>(
    work: Work<Result>,
    { brief = false, lockTimeoutMs }: TransactionOptions = {},
  ): Promise<Result> =>
    write(() =>
      brief && group
        ? group.run((opened) => perform(opened, work))
        : withRetry(() => inTransaction(work, lockTimeoutMs)),
    );

  /** The operations of an engine exist once it is open. All tenants share them. */
  const ofEngine = lazily(() => engine.operations);
  const allTenants = lazily(() => allTenantsOperations(ofEngine()));

  function scoped(tenant: string): TenantStore {
    // A process has stores of thousands of tenants: each closure less is memory that a request need not read.
    let made: StoreOperations | undefined;
    const operations = (): StoreOperations => {
      made ??= tenantOperations(ofEngine(), tenant);
      return made;
    };
    return {
      shared: engine.shared,
      insideTransaction,
      transaction: (work, options) => transact((open) => work(open.scoped(tenant)), options),
      insert: (table, row) => alone(() => operations().insert(table, row)),
      insertAbsent: (table, rows) => alone(() => operations().insertAbsent(table, rows)),
      find: (table, query) => read(() => operations().find(table, query)),
      count: (table, where) => read(() => operations().count(table, where)),
      update: (table, where, patch) => alone(() => operations().update(table, where, patch)),
      remove: (table, where) => alone(() => operations().remove(table, where)),
    };
  }

  const { join, signals, threadPass, cell, factoryOptions } = engine;
  return {
    ...scoped(DEFAULT_TENANT),
    scoped,
    allTenants: {
      shared: engine.shared,
      insideTransaction,
      transaction: transact,
      insertOwned: (table, rows) => alone(() => allTenants().insertOwned(table, rows)),
      restore: (table, rows) => alone(() => allTenants().restore(table, rows)),
      find: (table, query) => read(() => allTenants().find(table, query)),
      count: (table, where) => read(() => allTenants().count(table, where)),
      update: (table, where, patch) => alone(() => allTenants().update(table, where, patch)),
      remove: (table, where) => alone(() => allTenants().remove(table, where)),
    },
    open: (pass) => running(() => engine.open(pass)),
    close: () => {
      closing ??= calls.ended(CLOSE_MS).then(() => engine.close());
      return closing;
    },
    ...(cell !== undefined && { cell }),
    ...(signals && { signals }),
    ...(factoryOptions && { factoryOptions: { ...factoryOptions, given: definedNames(factoryOptions.given) } }),
    ...(threadPass && { threadPass: () => threadPass() }),
    ...(join && {
      join: (hostTransaction: unknown) => {
        const { afterCommit, ...operations } = join(hostTransaction);
        return transactionOf(operations, afterCommit, true).scoped(DEFAULT_TENANT);
      },
    }),
  };
}

function transactionOf(
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

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
