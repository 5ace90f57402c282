import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../../ports/clock.ts';
import type { AllTenantsTransaction } from '../../../ports/store/store.ts';
import {
  type BatchItem,
  type Failure,
  type ItemWriter,
  isLockTimeout,
  type RowKey,
  takeFirst,
  writeItems,
} from './batch-items.ts';
import { createBlockedItems } from './blocked-items.ts';
import type { IndividualWriter } from './individual-writer.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** Items that wait for rows that other transactions have locked. */
export interface LockWaitQueue<Item, Result> {
  /** Adds an item if it needs a row that other items wait for; returns whether it does. */
  tryAdd(batchItem: BatchItem<Item, Result>): boolean;
  /**
   * Adds items whose rows are locked. @returns resolves once it is known which items have to wait, if that can be determined
   * immediately.
   */
  add(batchItems: readonly BatchItem<Item, Result>[]): Promise<void>;
}

/** The locks of rows. */
export interface RowLocks {
  /** Locks one row, and waits for it if necessary. */
  lockRow(transaction: AllTenantsTransaction, key: RowKey): Promise<unknown>;
  /** Locks the unlocked rows, without waiting. @returns the others. */
  tryLock(transaction: AllTenantsTransaction, keys: readonly RowKey[]): Promise<ReadonlySet<RowKey>>;
}

/** Dependencies of {@link createLockWaitQueue}. */
export interface LockWaitQueueOptions<Item, Result> {
  readonly writing: ItemWriter<Item, Result>;
  readonly locks: RowLocks;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Writes items that are blocked although none of their rows is locked. */
  readonly individually: IndividualWriter<Item, Result>;
  /** Receives items whose rows are free again, and items that do not fit into one transaction. */
  readonly retry: (batchItems: readonly BatchItem<Item, Result>[]) => void;
}

/** One check of the rows: a transaction that writes the items whose rows are free. */
interface Check<Item, Result> {
  /** The items that it may write. Another transaction takes them if it is too slow. */
  candidates: readonly BatchItem<Item, Result>[];
}

/** Maximum number of items in one transaction. It is higher than elsewhere, because the rows may not be free again for long. */
const MAX_BATCH = 256;
/** Milliseconds between two checks of the rows. */
const POLL_MS = 50;
/** Once its rows are locked, only an idempotency key can block a transaction. */
const LOCK_TIMEOUT_MS = 100;
/**
 * Milliseconds for which every check must find a row locked before a transaction queues for it, and before the next one queues.
 */
const QUEUE_AFTER_MS = 500;
/**
 * Less than the second after which PostgreSQL checks for deadlocks, so that it does not end a host's transaction because of this
 * one.
 */
const QUEUE_TIMEOUT_MS = 800;
const OVERDUE_MS = 3000;

/**
 * Creates a queue in which items wait for rows without holding any. A transaction periodically locks the free rows, writes the
 * items that need no other, and never waits. If every check finds a row locked because others queue for it, one transaction at a
 * time queues for it and holds nothing else.
 */
export function createLockWaitQueue<Item, Result>({
  writing,
  locks: { lockRow, tryLock },
  clock,
  individually,
  retry,
}: LockWaitQueueOptions<Item, Result>): LockWaitQueue<Item, Result> {
  const detached = AsyncLocalStorage.snapshot();
  const blocked = createBlockedItems<Item, Result>(clock);
  /** Items whose locked row is unknown. */
  const unsorted: BatchItem<Item, Result>[] = [];
  const forOne = { clock, count: 1, overdueMs: OVERDUE_MS, onFree: () => checkLater() };
  const checking = createSemaphore(forOne);
  const queueing = createSemaphore(forOne);
  let cancelCheck: (() => void) | undefined;
  let queueNotBefore = 0;
  let failuresInARow = 0;

  const isEmpty = (): boolean => blocked.isEmpty && unsorted.length === 0;

  const checkNow = async (): Promise<void> => {
    cancelCheck?.();
    cancelCheck = undefined;
    if (isEmpty()) return;
    queueForOldest();
    if (checking.isFree()) await detached(() => check(checking));
  };

  const checkLater = (): void => {
    if (!isEmpty()) cancelCheck ??= clock.after(POLL_MS, () => void checkNow());
  };

  const queueForOldest = (): void => {
    const now = clock.monotonic();
    if (!queueing.isFree() || now < queueNotBefore) return;
    const [key, waiting] = blocked.oldest() ?? [];
    if (key === undefined || !waiting || now - waiting.since < QUEUE_AFTER_MS) return;
    waiting.since = now;
    detached(() => void check(queueing, key));
  };

  const check = async (semaphore: Semaphore, queuedFor?: RowKey): Promise<void> => {
    const current: Check<Item, Result> = { candidates: [] };
    const release = semaphore.acquire(() => requeue(current));
    const failure = await writeItems(writing, {
      lockTimeoutMs: queuedFor === undefined ? LOCK_TIMEOUT_MS : QUEUE_TIMEOUT_MS,
      async take(transaction) {
        if (queuedFor !== undefined) await lockRow(transaction, queuedFor);
        return choose(current, transaction);
      },
    });
    if (failure) handleFailure(current, failure);
    else failuresInARow = 0;
    release();
  };

  /** Locks the free rows, and returns the items that need no other. */
  const choose = async (
    current: Check<Item, Result>,
    transaction: AllTenantsTransaction,
  ): Promise<readonly BatchItem<Item, Result>[]> => {
    // If the store retries the transaction, the items of the first try are among the others.
    requeue(current);
    const checked = blocked.nextKeys();
    const held = await heldOf(transaction, checked);
    const free = new Set(checked.filter((key) => !held.has(key)));
    current.candidates = takeFirst([unsorted, ...blocked.listsOf(free)], MAX_BATCH);
    const rest = blocked.listsOf(free).flat();
    blocked.delete(free);
    if (rest.length > 0) retry(rest);
    const others = new Set(current.candidates.flatMap(({ keys }) => keys.filter((key) => !free.has(key))));
    const alsoHeld = await heldOf(transaction, [...others]);
    const ready = current.candidates.filter((batchItem) => !blocked.addIfBlocked(alsoHeld, batchItem));
    current.candidates = [];
    return ready;
  };

  const heldOf = async (transaction: AllTenantsTransaction, keys: readonly RowKey[]): Promise<ReadonlySet<RowKey>> =>
    keys.length === 0 ? new Set() : tryLock(transaction, keys);

  const requeue = (current: Check<Item, Result>): void => {
    unsorted.unshift(...current.candidates);
    current.candidates = [];
  };

  const handleFailure = (current: Check<Item, Result>, { batchItems, error, isFinal }: Failure<Item, Result>): void => {
    requeue(current);
    if (batchItems) {
      if (isFinal) rejectEach(batchItems, error);
      else for (const batchItem of batchItems) individually.write([batchItem]);
      return;
    }
    if (isLockTimeout(error)) {
      queueNotBefore = clock.monotonic() + QUEUE_AFTER_MS;
      return;
    }
    failuresInARow += 1;
    // A single failure may affect only one connection.
    if (failuresInARow > 1) rejectAll(error);
  };

  const rejectAll = (error: unknown): void => {
    rejectEach([...unsorted.splice(0), ...blocked.takeAll()], error);
  };

  return {
    tryAdd: (batchItem) =>
      !blocked.isEmpty && blocked.addIfBlocked(new Set(batchItem.keys.filter(blocked.has)), batchItem),
    add(batchItems) {
      unsorted.push(...batchItems);
      return checkNow();
    },
  };
}

function rejectEach<Item, Result>(batchItems: readonly BatchItem<Item, Result>[], error: unknown): void {
  for (const { reject } of batchItems) reject(error);
}
