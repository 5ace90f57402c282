import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../../ports/clock.ts';
import type { BatchItem, ItemWriter } from './batch-items.ts';
import { createBlockedItems } from './blocked-items.ts';
import type { IndividualWriter } from './individual-writer.ts';
import { createLockCheck, type RowLocks } from './lock-check.ts';
import { createSemaphore } from './semaphore.ts';

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

/** Milliseconds between two checks of the rows. */
const POLL_MS = 50;
/**
 * Milliseconds for which every check must find a row locked before a transaction queues for it, and before the next one queues.
 */
const QUEUE_AFTER_MS = 500;
const OVERDUE_MS = 3000;

/**
 * Creates a queue in which items wait for rows without holding any. A transaction periodically locks the free rows, writes the
 * items that need no other, and never waits. If every check finds a row locked because others queue for it, one transaction at a
 * time queues for it and holds nothing else.
 */
export function createLockWaitQueue<Item, Result>({
  writing,
  locks,
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
  const check = createLockCheck({
    writing,
    locks,
    blocked,
    unsorted,
    individually,
    retry,
    onLockTimeout() {
      queueNotBefore = clock.monotonic() + QUEUE_AFTER_MS;
    },
  });

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

  return {
    tryAdd: (batchItem) =>
      !blocked.isEmpty && blocked.addIfBlocked(new Set(batchItem.keys.filter(blocked.has)), batchItem),
    add(batchItems) {
      unsorted.push(...batchItems);
      return checkNow();
    },
  };
}
