import type { Store, StoreOperations } from '@portcullis/core';

/** A store and how often it was asked for something. */
export interface MeteredStore {
  readonly store: Store;
  /** Reads and writes so far, those in transactions among them. */
  readonly operations: number;
}

/** Counts the calls of a store. */
export function meterStore(store: Store): MeteredStore {
  let operations = 0;
  const metered = <Inner extends StoreOperations>(inner: Inner): Inner => {
    const counted =
      <Parameters extends unknown[], Result>(call: (...parameters: Parameters) => Result) =>
      (...parameters: Parameters): Result => {
        operations += 1;
        return call(...parameters);
      };
    return {
      ...inner,
      insert: counted(inner.insert.bind(inner)),
      insertAbsent: counted(inner.insertAbsent.bind(inner)),
      find: counted(inner.find.bind(inner)),
      count: counted(inner.count.bind(inner)),
      update: counted(inner.update.bind(inner)),
      remove: counted(inner.remove.bind(inner)),
    };
  };
  return {
    store: {
      ...metered(store),
      transaction: (work, options) => store.transaction((transaction) => work(metered(transaction)), options),
    },
    get operations() {
      return operations;
    },
  };
}
