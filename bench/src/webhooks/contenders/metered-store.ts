import type { Store } from '@portcullis/core';
import { interceptStore } from '@portcullis/testing';

/** A store that counts its calls. */
export interface MeteredStore {
  readonly store: Store;
  /** Reads and writes so far, including those in transactions. */
  readonly operations: number;
}

/** Counts the calls of a store. */
export function meterStore(store: Store): MeteredStore {
  let operations = 0;
  return {
    store: interceptStore(store, {
      call(_call, proceed) {
        operations += 1;
        return proceed();
      },
    }),
    get operations() {
      return operations;
    },
  };
}
