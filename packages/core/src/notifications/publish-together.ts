import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store, StoreTransaction } from '../ports/store/store.ts';
import { StoreError } from '../ports/store/store-error.ts';

/** Writes items, all of them or none; answers what became of each, in their order. */
type WriteAll<Item, Result> = (
  transaction: StoreTransaction,
  items: readonly Item[],
) => Promise<readonly Result[]>;

/** What is written together, and how. */
export interface TogetherOptions<Item, Result> {
  readonly store: Store;
  readonly write: WriteAll<Item, Result>;
  /** Whether what one item was refused for is so for each of those with it. */
  readonly concernsAll: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** Items in one transaction at most: the first of them waits for the last. */
const MOST_TOGETHER = 64;
/** Transactions under way at once on a store that takes several: what comes meanwhile waits for the next, and shares it. */
const MOST_UNDER_WAY = 2;
/** Who holds a row for longer than this stops those alone that need it, not all that is written with them. */
const LOCK_TIMEOUT_MS = 100;

/**
 * Writes items together: those that are there when a transaction begins share it. Each has an end of its own: where the write
 * fails, each is written again by itself, and waits for whatever it must.
 *
 * @returns writes one; resolves when it is committed.
 */
export function createTogether<Item, Result>({
  store,
  write,
  concernsAll,
}: TogetherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const detached = AsyncLocalStorage.snapshot();
  const waiting: Waiting<Item, Result>[] = [];
  const mostUnderWay = store.shared ? MOST_UNDER_WAY : Number.POSITIVE_INFINITY;
  let underWay = 0;
  let beginning = false;

  const alone = (item: Item): Promise<Result> =>
    store.transaction(async (transaction) => (await write(transaction, [item]))[0] as Result, { brief: true });

  const beginNext = (): void => {
    if (waiting.length === 0 || beginning || underWay >= mostUnderWay) return;
    beginning = true;
    underWay += 1;
    detached(() => void writeNext());
  };

  const writeNext = async (): Promise<void> => {
    let batch: readonly Waiting<Item, Result>[] | undefined;
    let isWriting = false;
    const take = () => {
      // A transaction that the store runs again has its own already.
      if (batch) return batch;
      batch = waiting.splice(0, MOST_TOGETHER);
      beginning = false;
      beginNext();
      return batch;
    };
    try {
      const results = await store.transaction(
        async (transaction) => {
          const items = take().map(({ item }) => item);
          isWriting = true;
          const written = await write(transaction, items);
          isWriting = false;
          return written;
        },
        { brief: true, lockTimeoutMs: LOCK_TIMEOUT_MS },
      );
      for (const [index, { resolve }] of take().entries()) resolve(results[index] as Result);
    } catch (error) {
      // What failed at its end may be committed all the same: to write it again could do so twice.
      const isOver = !isWriting || concernsAll(error) || (take().length === 1 && !isLockTimeout(error));
      for (const { item, resolve, reject } of take()) {
        if (isOver) reject(error);
        else alone(item).then(resolve, reject);
      }
    }
    underWay -= 1;
    beginNext();
  };

  return (item) => {
    // A store that does not know might have the whole transaction wait for its own end. One that knows says what is wrong.
    if (store.insideTransaction?.() !== false) return alone(item);
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      beginNext();
    });
  };
}

function isLockTimeout(error: unknown): boolean {
  return StoreError.isInstance(error) && error.code === 'STORE_LOCK_TIMEOUT';
}
