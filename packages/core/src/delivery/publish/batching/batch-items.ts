import type { Store, StoreTransaction, TransactionOptions } from '../../../ports/store/store.ts';
import { StoreError } from '../../../ports/store/store-error.ts';

/** What is written, and how. */
export interface Writing<Item, Result> {
  readonly store: Store;
  /** Writes items, all of them or none; answers what became of each, in their order. */
  write(transaction: StoreTransaction, items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether what one item was refused for is so for each of those with it. */
  isForWholeBatch(error: unknown): boolean;
}

/** An item, and who waits for its end. */
export interface BatchItem<Item, Result> {
  readonly item: Item;
  /** Rows that its transaction has to lock. */
  readonly keys: readonly number[];
  /** What it may be the same as another by, so that one of them waits for the other's end; undefined where it never is. */
  readonly identity: string | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** Why a transaction has failed. */
export interface Failure<Item, Result> {
  /** Whose transaction it was; undefined where it failed before that was said. */
  readonly batchItems: readonly BatchItem<Item, Result>[] | undefined;
  readonly error: unknown;
  /** Whether it is the answer for each item, who are then to be told. Else each can be tried again. */
  readonly isAnswer: boolean;
}

/** What happens to whom, in a transaction. */
export interface BatchItemsOptions<Item, Result> extends TransactionOptions {
  /** Says for whom the transaction is that has begun. */
  take(transaction: StoreTransaction): readonly BatchItem<Item, Result>[] | Promise<readonly BatchItem<Item, Result>[]>;
  /** Called when all is written, before the commit. */
  onWritten?(): void;
}

/** Rows that a transaction locks at most, unless one item needs more: the longer it takes, the longer it keeps others from them. */
export const MAX_KEYS = 640;

/** Takes the first of some queues, as many as one transaction should write. @param most - how many that are at most. */
export function takeFirst<Item, Result>(
  queues: readonly BatchItem<Item, Result>[][],
  most: number,
): readonly BatchItem<Item, Result>[] {
  const taken: BatchItem<Item, Result>[] = [];
  let keys = 0;
  for (const queue of queues) {
    let count = 0;
    for (const batchItem of queue) {
      const before = taken.length + count;
      keys += batchItem.keys.length;
      if (before === most || (before > 0 && keys > MAX_KEYS)) break;
      count += 1;
    }
    taken.push(...queue.splice(0, count));
  }
  return taken;
}

/** Writes items in one transaction and tells them, when it is committed. @returns why it was not. */
export async function writeItems<Item, Result>(
  { store, write, isForWholeBatch }: Writing<Item, Result>,
  { take, onWritten, ...options }: BatchItemsOptions<Item, Result>,
): Promise<Failure<Item, Result> | undefined> {
  let batchItems: readonly BatchItem<Item, Result>[] | undefined;
  let isWriting = false;
  const work = async (transaction: StoreTransaction): Promise<readonly Result[]> => {
    // One that the store runs again has its items already.
    batchItems ??= await take(transaction);
    if (batchItems.length === 0) return [];
    isWriting = true;
    const results = await write(
      transaction,
      batchItems.map(({ item }) => item),
    );
    isWriting = false;
    onWritten?.();
    return results;
  };
  try {
    const results = await store.transaction(work, { ...options, brief: true });
    for (const [index, { resolve }] of (batchItems ?? []).entries()) resolve(results[index] as Result);
    return undefined;
  } catch (error) {
    // What failed at the commit may be committed all the same: to write it again could do so twice.
    const isForEach = !isWriting || isForWholeBatch(error) || batchItems?.length === 1;
    return { batchItems, error, isAnswer: batchItems !== undefined && !isLockTimeout(error) && isForEach };
  }
}

/** Whether somebody else has held a row for too long. */
export function isLockTimeout(error: unknown): boolean {
  return StoreError.isInstance(error) && error.code === 'STORE_LOCK_TIMEOUT';
}
