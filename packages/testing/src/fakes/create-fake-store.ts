import {
  createMemoryStore,
  DEFAULT_TENANT,
  type Store,
  type StoreTransaction,
  type TenantStore,
} from '@portcullis/core';

/** A failing commit. */
export interface StoreFault {
  /** The number of the commit, counted from now; 1 is the next one. */
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
  /** Makes a commit fail. @returns a function that removes the fault. */
  failCommit(fault: StoreFault): () => void;
}

/**
 * Creates a fake store.
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
  const transaction: Store['allTenants']['transaction'] = (work, options) =>
    commit((lastMoment) =>
      store.allTenants.transaction(async (open) => {
        const result = await work(open);
        lastMoment();
        return result;
      }, options),
    );

  const scoped = (tenant: string): TenantStore => {
    const { find, count } = store.scoped(tenant);
    const write = <Result>(work: (open: StoreTransaction) => Promise<Result>): Promise<Result> =>
      transaction((open) => work(open.scoped(tenant)));
    return {
      find,
      count,
      shared: store.shared,
      transaction: (work, options) => transaction((open) => work(open.scoped(tenant)), options),
      insert: (table, row) => write((open) => open.insert(table, row)),
      insertAbsent: (table, rows) => write((open) => open.insertAbsent(table, rows)),
      update: (table, where, patch) => write((open) => open.update(table, where, patch)),
      remove: (table, where) => write((open) => open.remove(table, where)),
    };
  };

  return {
    ...scoped(DEFAULT_TENANT),
    scoped,
    allTenants: {
      find: (table, query) => store.allTenants.find(table, query),
      count: (table, where) => store.allTenants.count(table, where),
      shared: store.shared,
      transaction,
      insertOwned: (table, rows) => transaction((open) => open.insertOwned(table, rows)),
      restore: (table, rows) => transaction((open) => open.restore(table, rows)),
      update: (table, where, patch) => transaction((open) => open.update(table, where, patch)),
      remove: (table, where) => transaction((open) => open.remove(table, where)),
    },
    get commits() {
      return commits;
    },
    failCommit(fault) {
      const waiting = { ...fault, number: commits + fault.at };
      faults.add(waiting);
      return () => faults.delete(waiting);
    },
    open: () => store.open(),
    close: () => store.close(),
  };
}
