import type { EngineQuery, Store, TableName } from '@portcullis/core/ports';

/** The access of the conformance suite to the store under test. Each harness has one set of data, initially empty. */
export interface StoreHarness {
  /** Creates the store. Called once; the suite opens and closes it. */
  create(): Store | Promise<Store>;
  /** Creates a second store on the same data while the first is open. For stores whose `shared` is true. */
  createConcurrent?(): Store | Promise<Store>;
  /** Creates a store on the same data after the first was closed. For stores that outlive their process. */
  createAgain?(): Store | Promise<Store>;
  /**
   * Returns true if the query plan of the database reads all rows of a table. For databases that explain their plans.
   * Assume a large table. The suite prints a warning for each declared index that is missing or not used.
   */
  readsWholeTable?(table: TableName, query: EngineQuery): boolean | Promise<boolean>;
  /** Prints a warning. @default console.warn */
  warn?(message: string): void;
  /** Removes the data. Called last. */
  dispose?(): void | Promise<void>;
}

/** The functions of a case. */
export interface StoreCaseContext {
  /** An open, empty store. */
  readonly store: Store;
  /** A second open store on the same data, if the harness can create one; otherwise `store`. */
  readonly other: Store;
  readonly harness: StoreHarness;
  /** Closes both and opens the data again. */
  reopen(): Promise<Store>;
}

/** A behaviour of every store. */
export interface StoreCase {
  readonly name: string;
  /** The function that the harness must have; without it the case is skipped. */
  readonly needs?: 'createConcurrent' | 'createAgain' | 'readsWholeTable';
  /** Rejects with an `AssertionError` if the store behaves differently. */
  run(harness: StoreHarness): Promise<void>;
}

/** Declares a case. Its stores are opened before it and always closed after it. */
export function storeCase(
  name: string,
  check: (context: StoreCaseContext) => Promise<void>,
  needs?: NonNullable<StoreCase['needs']>,
): StoreCase {
  return {
    name,
    ...(needs && { needs }),
    async run(harness) {
      const opened = new Set<Store>();
      const open = async (made: Store | Promise<Store>) => {
        const store = await made;
        await store.open();
        opened.add(store);
        return store;
      };
      const closeAll = async () => {
        for (const store of opened) await store.close();
        opened.clear();
      };
      try {
        const store = await open(harness.create());
        const other = harness.createConcurrent ? await open(harness.createConcurrent()) : store;
        const reopen = async () => {
          await closeAll();
          if (!harness.createAgain) throw new Error('This harness cannot open its data again.');
          return open(harness.createAgain());
        };
        await check({ store, other, harness, reopen });
      } finally {
        await closeAll();
        await harness.dispose?.();
      }
    },
  };
}
