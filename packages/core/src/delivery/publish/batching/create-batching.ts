import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../../ports/clock.ts';
import {
  type BatchItem,
  type Failure,
  type ItemWriter,
  isLockTimeout,
  type RowKey,
  takeFirst,
  writeItems,
} from './batch-items.ts';
import { createIndividualWriter } from './individual-writer.ts';
import type { RowLocks } from './lock-check.ts';
import { createLockWaitQueue } from './lock-wait-queue.ts';
import { createSemaphore } from './semaphore.ts';

/** The items to batch and how they are written. */
export interface BatchingOptions<Item, Result> extends ItemWriter<Item, Result> {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Returns the rows that a transaction with the item locks. */
  keysOf(item: Item): readonly RowKey[];
  /** Returns the identity by which an item may equal another; undefined for items without equals. */
  identityOf(item: Item): string | undefined;
  readonly locks: RowLocks;
}

/** One transaction. */
interface Batch {
  /** True when the transaction is so slow that later items no longer wait for it. */
  isOverdue: boolean;
}

/** Maximum number of items in one transaction, because the first of them waits for the last. */
const MAX_BATCH = 64;
/** Maximum number of concurrent transactions on a store with several writers. Items that arrive in between share the next one. */
const MAX_CONCURRENT = 2;
const OVERDUE_MS = 1000;
/** Milliseconds after which a transaction that locks a row delays only the items that need the row instead of the whole batch. */
const LOCK_TIMEOUT_MS = 100;

/**
 * Creates a function that writes items in batches: the items that wait when a transaction begins share it. Each item has its own
 * result. If the write fails, each is retried individually; if another transaction has locked a row, the items that need it wait
 * in the lock-wait queue and lock no row themselves.
 *
 * @returns writes one item; resolves when it is committed.
 */
export function createBatching<Item, Result>({
  clock,
  keysOf,
  identityOf,
  locks,
  ...writing
}: BatchingOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { store, write } = writing;
  const detached = AsyncLocalStorage.snapshot();
  const individually = createIndividualWriter(writing, clock);
  const retry = (batchItems: readonly BatchItem<Item, Result>[]): void => {
    waiting = [...batchItems, ...waiting];
    beginNext();
  };
  const lockWaits = createLockWaitQueue({ writing, locks, clock, individually, retry });
  let waiting: BatchItem<Item, Result>[] = [];
  let beginning: Batch | undefined;

  const beginNext = (): void => {
    if (waiting.length === 0 || beginning || !semaphore.isFree()) return;
    const batch: Batch = { isOverdue: false };
    beginning = batch;
    void detached(run, batch);
  };
  const semaphore = createSemaphore({
    clock,
    count: store.shared ? MAX_CONCURRENT : Number.POSITIVE_INFINITY,
    overdueMs: OVERDUE_MS,
    onFree: beginNext,
  });

  const startNext = (batch: Batch): void => {
    if (beginning === batch) beginning = undefined;
    beginNext();
  };

  const addToBlocked = (batchItem: BatchItem<Item, Result>): boolean =>
    lockWaits.tryAdd(batchItem) || individually.tryAdd(batchItem);

  /** Takes the items that are not known to be blocked. */
  const takeNext = (): readonly BatchItem<Item, Result>[] => {
    while (waiting.length > 0) {
      const batchItems = takeFirst([waiting], MAX_BATCH).filter((batchItem) => !addToBlocked(batchItem));
      if (batchItems.length > 0) return batchItems;
    }
    return [];
  };

  const run = async (batch: Batch): Promise<void> => {
    const release = semaphore.acquire(() => {
      batch.isOverdue = true;
      if (beginning === batch) beginning = undefined;
    });
    const failure = await writeItems(writing, {
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      take() {
        const batchItems = takeNext();
        if (store.shared) startNext(batch);
        return batchItems;
      },
      // With one writer, items are written in the order of the calls, even if each must be written alone, so the next batch does
      // not start earlier.
      onWritten: () => startNext(batch),
    });
    if (failure) await handleFailure(batch, failure);
    if (beginning === batch) beginning = undefined;
    release();
  };

  const handleFailure = async ({ isOverdue }: Batch, failure: Failure<Item, Result>): Promise<void> => {
    const { batchItems, error, isFinal } = failure;
    if (isFinal || (!batchItems && isOverdue)) {
      for (const { reject } of batchItems ?? waiting.splice(0)) reject(error);
    } else if (!batchItems) {
      // The transaction could not begin, which may affect only one connection.
      individually.write(waiting.splice(0));
    } else if (isLockTimeout(error)) {
      await lockWaits.add(batchItems);
    } else {
      for (const batchItem of batchItems) individually.write([batchItem]);
    }
  };

  return (item) => {
    // On a store that cannot tell, the write could wait for the end of its own transaction. Other stores refuse it with a clear
    // error.
    if (store.insideTransaction?.() !== false) {
      return store.transaction(async (transaction) => (await write(transaction, [item]))[0] as Result, { brief: true });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, keys: keysOf(item), identity: identityOf(item), resolve, reject });
    beginNext();
    return promise;
  };
}
