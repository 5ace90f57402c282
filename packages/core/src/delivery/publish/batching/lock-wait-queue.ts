import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../../ports/clock.ts';
import type { AllTenantsTransaction } from '../../../ports/store/store.ts';
import {
  type BatchItem,
  type Failure,
  isLockTimeout,
  MAX_KEYS,
  type RowKey,
  takeFirst,
  type Writing,
  writeItems,
} from './batch-items.ts';
import type { Alone } from './retry-individually.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** Items that wait for rows that other transactions have locked. */
export interface LockWaitQueue<Item, Result> {
  /** Adds an item if it needs a row that other items wait for; returns whether it did. */
  joins(batchItem: BatchItem<Item, Result>): boolean;
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
  /** Locks the unlocked rows. @returns the others. */
  lockFree(transaction: AllTenantsTransaction, keys: readonly RowKey[]): Promise<ReadonlySet<RowKey>>;
}

/** Dependencies of {@link createLockWaitQueue}. */
export interface LockWaitQueueOptions<Item, Result> {
  readonly writing: Writing<Item, Result>;
  readonly locks: RowLocks;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Writes items that are blocked although none of their rows is locked. */
  readonly alone: Alone<Item, Result>;
  /** Receives items whose rows are free again, and items that do not fit into one transaction. */
  readonly retry: (batchItems: readonly BatchItem<Item, Result>[]) => void;
}

/** Items that wait for one row. An item is in one list only, even if it needs several locked rows. */
interface Waiting<Item, Result> {
  readonly batchItems: BatchItem<Item, Result>[];
  /** The time since which they wait, or of their last turn to queue for the row, in milliseconds of the monotonic clock. */
  since: number;
}

/** One transaction that writes items whose rows are free. */
interface Visit<Item, Result> {
  /** The items that it may write. Another transaction takes them if it is too slow. */
  candidates: readonly BatchItem<Item, Result>[];
}

/** Maximum number of items in one transaction. It is higher than elsewhere, because the rows may not be free again for long. */
const MAX_TOGETHER = 256;
/** Milliseconds between two checks of the rows. */
const VISIT_EVERY_MS = 50;
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
  locks: { lockRow, lockFree },
  clock,
  alone,
  retry,
}: LockWaitQueueOptions<Item, Result>): LockWaitQueue<Item, Result> {
  const detached = AsyncLocalStorage.snapshot();
  const byKey = new Map<RowKey, Waiting<Item, Result>>();
  /** Items whose locked row is unknown. */
  const unsorted: BatchItem<Item, Result>[] = [];
  const forOne = { clock, count: 1, overdueMs: OVERDUE_MS, onFree: () => visitLater() };
  const visiting = createSemaphore(forOne);
  const queueing = createSemaphore(forOne);
  let cancelVisit: (() => void) | undefined;
  let queueNotBefore = 0;
  let failuresInARow = 0;

  const isEmpty = (): boolean => byKey.size === 0 && unsorted.length === 0;

  const visitNow = async (): Promise<void> => {
    cancelVisit?.();
    cancelVisit = undefined;
    if (isEmpty()) return;
    queueForOldest();
    if (visiting.isFree()) await detached(() => visit(visiting));
  };

  const visitLater = (): void => {
    if (!isEmpty()) cancelVisit ??= clock.after(VISIT_EVERY_MS, () => void visitNow());
  };

  const queueForOldest = (): void => {
    const now = clock.monotonic();
    if (!queueing.isFree() || now < queueNotBefore) return;
    const [oldest] = [...byKey].sort(([, one], [, other]) => one.since - other.since);
    if (!oldest || now - oldest[1].since < QUEUE_AFTER_MS) return;
    oldest[1].since = now;
    detached(() => void visit(queueing, oldest[0]));
  };

  const visit = async (semaphore: Semaphore, queuedFor?: RowKey): Promise<void> => {
    const current: Visit<Item, Result> = { candidates: [] };
    const release = semaphore.acquire(() => requeue(current));
    const failure = await writeItems(writing, {
      lockTimeoutMs: queuedFor === undefined ? LOCK_TIMEOUT_MS : QUEUE_TIMEOUT_MS,
      async take(transaction) {
        if (queuedFor !== undefined) await lockRow(transaction, queuedFor);
        return choose(current, transaction);
      },
    });
    if (failure) recordOutcomes(current, failure);
    else failuresInARow = 0;
    release();
  };

  /** Locks the free rows, and returns the items that need no other. */
  const choose = async (
    current: Visit<Item, Result>,
    transaction: AllTenantsTransaction,
  ): Promise<readonly BatchItem<Item, Result>[]> => {
    // If the store retries the transaction, the items of the first try are among the others.
    requeue(current);
    const visited = nextKeys();
    const held = await heldOf(transaction, visited);
    const free = new Set(visited.filter((key) => !held.has(key)));
    current.candidates = takeFirst([unsorted, ...listsOf(free)], MAX_TOGETHER);
    const rest = listsOf(free).flat();
    for (const key of free) byKey.delete(key);
    if (rest.length > 0) retry(rest);
    const others = new Set(current.candidates.flatMap(({ keys }) => keys.filter((key) => !free.has(key))));
    const alsoHeld = await heldOf(transaction, [...others]);
    const ready = current.candidates.filter((batchItem) => !joinsOneOf(alsoHeld, batchItem));
    current.candidates = [];
    return ready;
  };

  const heldOf = async (transaction: AllTenantsTransaction, keys: readonly RowKey[]): Promise<ReadonlySet<RowKey>> =>
    keys.length === 0 ? new Set() : lockFree(transaction, keys);

  /** Returns the rows to check. If there are too many, the others are checked next time. */
  const nextKeys = (): readonly RowKey[] => {
    const keys = [...byKey.keys()].slice(0, MAX_KEYS);
    if (byKey.size === keys.length) return keys;
    for (const key of keys) {
      const last = byKey.get(key) as Waiting<Item, Result>;
      byKey.delete(key);
      byKey.set(key, last);
    }
    return keys;
  };

  const listsOf = (keys: Iterable<RowKey>): BatchItem<Item, Result>[][] =>
    [...keys].flatMap((key) => byKey.get(key) ?? []).map(({ batchItems }) => batchItems);

  const joinsOneOf = (held: ReadonlySet<RowKey>, batchItem: BatchItem<Item, Result>): boolean => {
    const key = batchItem.keys.find((each) => held.has(each));
    if (key === undefined) return false;
    const known = byKey.get(key);
    if (known) known.batchItems.push(batchItem);
    else byKey.set(key, { batchItems: [batchItem], since: clock.monotonic() });
    return true;
  };

  const requeue = (current: Visit<Item, Result>): void => {
    unsorted.unshift(...current.candidates);
    current.candidates = [];
  };

  const recordOutcomes = (
    current: Visit<Item, Result>,
    { batchItems, error, isResponseBody }: Failure<Item, Result>,
  ): void => {
    requeue(current);
    if (batchItems) {
      if (isResponseBody) rejectEach(batchItems, error);
      else for (const batchItem of batchItems) alone.write([batchItem]);
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
    const all = [unsorted, ...listsOf(byKey.keys())].flatMap((list) => list.splice(0));
    byKey.clear();
    rejectEach(all, error);
  };

  return {
    joins: (batchItem) =>
      byKey.size > 0 && joinsOneOf(new Set(batchItem.keys.filter((key) => byKey.has(key))), batchItem),
    add(batchItems) {
      unsorted.push(...batchItems);
      return visitNow();
    },
  };
}

function rejectEach<Item, Result>(batchItems: readonly BatchItem<Item, Result>[], error: unknown): void {
  for (const { reject } of batchItems) reject(error);
}
