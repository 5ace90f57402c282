import { createMemoryStore, type Store, type StoreOperations, type StoreTransaction } from '@portcullis/core';

/** A failing commit. */
export interface StoreFault {
  /** The index of the operation: counted from now, 1 is the next. */
  readonly at: number;
  /** `before`: nothing is stored. `after`: the commit is stored, and the caller gets an error. */
  readonly when: 'before' | 'after';
  /** @default an error with the number of the commit */
  readonly error?: Error;
}

/** A {@link Store} that counts commits and makes them fail on demand. */
export interface FakeStore extends Store {
  /** Commits so far: transactions, and writes outside of them. */
  readonly commits: number;
  /** Makes a commit fail. @returns a function that takes the fault back. */
  failCommit(fault: StoreFault): () => void;
}

/**
 * Makes a fake store.
 *
 * @param store - the store with the data. @default a new memory store
 */
export function createFakeStore(store: Store = createMemoryStore()): FakeStore {
  const faults = new Set<StoreFault & { readonly number: number }>();
  let commits = 0;

  const commit = async <Result>(work: (lastMoment: () => void) => Promise<Result>): Promise<Result> => {
    commits += 1;
    const number = commits;
    const fault = [...faults].find((each) => each.number === number);
    if (fault) faults.delete(fault);
    const fail = (): never => {
      throw fault?.error ?? new Error(`Commit ${number} failed ${fault?.when} it took effect.`);
    };
    const result = await work(() => fault?.when === 'before' && fail());
    return fault?.when === 'after' ? fail() : result;
  };
  const inTransaction = <Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> =>
    commit((lastMoment) =>
      store.transaction(async (transaction) => {
        const result = await work(transaction);
        lastMoment();
        return result;
      }),
    );
  const writes: Pick<StoreOperations, 'insert' | 'insertAbsent' | 'update' | 'remove'> = {
    insert: (table, row) => inTransaction((transaction) => transaction.insert(table, row)),
    insertAbsent: (table, rows) => inTransaction((transaction) => transaction.insertAbsent(table, rows)),
    update: (table, where, patch) => inTransaction((transaction) => transaction.update(table, where, patch)),
    remove: (table, where) => inTransaction((transaction) => transaction.remove(table, where)),
  };

  return {
    ...writes,
    get commits() {
      return commits;
    },
    failCommit(fault) {
      const waiting = { ...fault, number: commits + fault.at };
      faults.add(waiting);
      return () => faults.delete(waiting);
    },
    transaction: inTransaction,
    open: () => store.open(),
    close: () => store.close(),
    find: (table, query) => store.find(table, query),
    count: (table, where) => store.count(table, where),
    shared: store.shared,
  };
}
