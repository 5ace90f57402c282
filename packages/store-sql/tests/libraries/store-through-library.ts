import { createStore, type EngineOperations, type EngineTransaction, type Store } from '@portcullis/core/ports';
import { transactionPerOperation } from '../../src/operations/transaction-per-operation.ts';
import type { HostLibrary, OpenLibrary } from './host-library.ts';

/** The error with which a callback makes its library roll back. */
class RolledBack extends Error {}

/** A database whose store joins transactions of libraries. */
export interface JoinableDatabase<Joinable> {
  readonly connectionString: string;
  open(): Promise<void>;
  close(): Promise<void>;
  join(joinable: Joinable): EngineOperations;
  /** Limits the time for which statements of the transaction wait for locked rows. */
  limitLocks(joinable: Joinable, milliseconds: number): PromiseLike<unknown>;
  /** Returns whether the server aborted a transaction because of another one. */
  isRetryable(error: unknown): boolean;
}

/** Begins a transaction of a library that ends with a call, and not with the end of its callback. */
async function begin<Joinable>(
  { transaction }: HostLibrary<Joinable>,
  { join, limitLocks }: JoinableDatabase<Joinable>,
  lockTimeoutMs = 4_000,
): Promise<EngineTransaction> {
  const end = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<EngineOperations>();
  const ended = transaction(async ({ joinable }) => {
    await limitLocks(joinable, Math.max(1, Math.ceil(lockTimeoutMs)));
    opened.resolve(join(joinable));
    await end.promise;
  });
  ended.catch(opened.reject);
  return {
    ...(await opened.promise),
    commit() {
      end.resolve();
      return ended;
    },
    async rollback() {
      end.reject(new RolledBack());
      await ended.catch(() => {});
    },
  };
}

/** Creates a store in which each transaction is one of the library that the store has joined. */
export function createStoreThroughLibrary<Joinable>(
  database: JoinableDatabase<Joinable>,
  openLibrary: OpenLibrary<Joinable>,
): Store {
  let library: HostLibrary<Joinable> | undefined;

  const beginJoined = ({ lockTimeoutMs }: { readonly lockTimeoutMs?: number | undefined } = {}) =>
    begin(library as HostLibrary<Joinable>, database, lockTimeoutMs);

  return createStore({
    shared: true,
    oneWriter: false,
    operations: transactionPerOperation(beginJoined),
    begin: beginJoined,
    mayRetry: (error, attempt) => attempt < 10 && database.isRetryable(error),
    async open() {
      if (library) return;
      await database.open();
      library = await openLibrary(database.connectionString);
    },
    async close() {
      await library?.close();
      await database.close();
    },
  });
}
