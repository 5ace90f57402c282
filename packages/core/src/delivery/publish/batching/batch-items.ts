import type { AllTenantsStore, AllTenantsTransaction, TransactionOptions } from '../../../ports/store/store.ts';
import { StoreError } from '../../../ports/store/store-error.ts';

/** The store and the function that writes items to it. */
export interface ItemWriter<Item, Result> {
  readonly store: AllTenantsStore;
  /**
   * Writes items, all or none; returns their results, in their order.
   *
   * @param onRollback - registers an action that runs if the transaction is not committed. @default no such actions are possible
   */
  write(
    transaction: AllTenantsTransaction,
    items: readonly Item[],
    onRollback?: (action: () => void) => void,
  ): Promise<readonly Result[]>;
  /** Returns whether the error that refused one item refuses the whole batch. */
  isForWholeBatch(error: unknown): boolean;
}

/** The key of a row: a number or a text, by the kind of the row. */
export type RowKey = number | string;

/** An item and the callbacks for its end. */
export interface BatchItem<Item, Result> {
  readonly item: Item;
  /** The rows that its transaction has to lock. */
  readonly keys: readonly RowKey[];
  /**
   * The identity by which an item may equal another, so that one waits for the end of the other; undefined for items without
   * equals.
   */
  readonly identity: string | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** The reason why a transaction failed. */
export interface Failure<Item, Result> {
  /** The items of the transaction; undefined if it failed before they were known. */
  readonly batchItems: readonly BatchItem<Item, Result>[] | undefined;
  readonly error: unknown;
  /** True when every item is rejected with the error. Otherwise each item can be retried. */
  readonly isFinal: boolean;
}

/** The items of a transaction and its callbacks. */
export interface BatchItemsOptions<Item, Result> extends TransactionOptions {
  /** Returns the items of the transaction, after its start. */
  take(
    transaction: AllTenantsTransaction,
  ): readonly BatchItem<Item, Result>[] | Promise<readonly BatchItem<Item, Result>[]>;
  /** Called when all items are written, before the commit. */
  onWritten?(): void;
}

/**
 * Maximum number of rows that a transaction locks, unless one item needs more. A long transaction blocks others from its rows.
 */
export const MAX_KEYS = 640;

/** Takes the first items of some queues for one transaction. @param max - maximum number of items. */
export function takeFirst<Item, Result>(
  queues: readonly BatchItem<Item, Result>[][],
  max: number,
): readonly BatchItem<Item, Result>[] {
  const taken: BatchItem<Item, Result>[] = [];
  let keys = 0;
  for (const queue of queues) {
    let count = 0;
    for (const batchItem of queue) {
      const before = taken.length + count;
      keys += batchItem.keys.length;
      if (before === max || (before > 0 && keys > MAX_KEYS)) break;
      count += 1;
    }
    taken.push(...queue.splice(0, count));
  }
  return taken;
}

/** Writes items in one transaction and resolves them after its commit. @returns the failure, if any. */
export async function writeItems<Item, Result>(
  { store, write, isForWholeBatch }: ItemWriter<Item, Result>,
  { take, onWritten, ...options }: BatchItemsOptions<Item, Result>,
): Promise<Failure<Item, Result> | undefined> {
  let batchItems: readonly BatchItem<Item, Result>[] | undefined;
  let isWriting = false;
  const rollbackActions: (() => void)[] = [];
  const runRollbackActions = (): void => {
    for (const action of rollbackActions.splice(0)) action();
  };
  try {
    const results = await store.transaction(
      async (transaction) => {
        // A transaction that the store retries already has its items.
        batchItems ??= await take(transaction);
        if (batchItems.length === 0) return [];
        runRollbackActions();
        isWriting = true;
        const written = await write(
          transaction,
          batchItems.map(({ item }) => item),
          (action) => rollbackActions.push(action),
        );
        isWriting = false;
        onWritten?.();
        return written;
      },
      { ...options, brief: true },
    );
    for (const [index, { resolve }] of (batchItems ?? []).entries()) resolve(results[index] as Result);
    return undefined;
  } catch (error) {
    runRollbackActions();
    // A transaction that failed at its commit may be committed, so a second write could duplicate it.
    const concernsEach = !isWriting || isForWholeBatch(error) || batchItems?.length === 1;
    return { batchItems, error, isFinal: batchItems !== undefined && !isLockTimeout(error) && concernsEach };
  }
}

/** Returns whether another transaction locked a row for too long. */
export function isLockTimeout(error: unknown): boolean {
  return StoreError.isInstance(error) && error.code === 'STORE_LOCK_TIMEOUT';
}
