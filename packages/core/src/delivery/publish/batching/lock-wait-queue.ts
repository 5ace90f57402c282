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

/** Items that wait for rows which other transactions hold. */
export interface LockWaitQueue<Item, Result> {
  /** Has an item wait if it needs a row that others already wait for. */
  joins(batchItem: BatchItem<Item, Result>): boolean;
  /**
   * Adds items whose rows are held. @returns resolves once it is known which items have to wait, where that can be found
   * out at once.
   */
  add(batchItems: readonly BatchItem<Item, Result>[]): Promise<void>;
}

/** The rows that transactions lock. */
export interface RowLocks {
  /** Locks one row, which may mean waiting for it. */
  lockRow(transaction: AllTenantsTransaction, key: RowKey): Promise<unknown>;
  /** Locks those rows that are not locked. @returns the others. */
  lockFree(transaction: AllTenantsTransaction, keys: readonly RowKey[]): Promise<ReadonlySet<RowKey>>;
}

/** Dependencies of {@link createLockWaitQueue}. */
export interface LockWaitQueueOptions<Item, Result> {
  readonly writing: Writing<Item, Result>;
  readonly locks: RowLocks;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Writes items that are held up although none of their rows is held. */
  readonly alone: Alone<Item, Result>;
  /** Takes back items whose rows are free again, and items that do not fit into one transaction. */
  readonly retry: (batchItems: readonly BatchItem<Item, Result>[]) => void;
}

/** Items that wait for one row, each in one list only, even where it needs more held rows. */
interface Waiting<Item, Result> {
  readonly batchItems: BatchItem<Item, Result>[];
  /** When they began to wait, or had their last turn to queue for the row, in milliseconds of the monotonic clock. */
  since: number;
}

/** One transaction that writes what has become free. */
interface Visit<Item, Result> {
  /** The items that it may be about to write. Another transaction takes them where it takes too long. */
  candidates: readonly BatchItem<Item, Result>[];
}

/** Items in one transaction at most. More than elsewhere: it may be long until the rows are free once more. */
const MAX_TOGETHER = 256;
/** Milliseconds between two checks of the rows. */
const VISIT_EVERY_MS = 50;
/** With its rows locked, nothing but an idempotency key can hold a transaction up. */
const LOCK_TIMEOUT_MS = 100;
/**
 * Milliseconds for which a row must be found held at every check before a transaction queues for it, and before the next
 * one queues.
 */
const QUEUE_AFTER_MS = 500;
/** Less than the second after which PostgreSQL looks for deadlocks: a host's transaction should not be ended for one of these. */
const QUEUE_TIMEOUT_MS = 800;
const OVERDUE_MS = 3000;

/**
 * Has items wait for rows without holding any meanwhile: a transaction now and then locks the rows that are free, writes those items that
 * need no other, and never waits. A row that is always found held, since others queue for it, is queued for, by one transaction
 * at a time that holds nothing else.
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
  /** Items for which the held row is not known. */
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

  /** Locks what is free, and says who needs nothing else. */
  const choose = async (
    current: Visit<Item, Result>,
    transaction: AllTenantsTransaction,
  ): Promise<readonly BatchItem<Item, Result>[]> => {
    // Where the store runs it again, those of the first time are among the others.
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

  /** Rows to look at. Where there are more than can be, others have their turn next time. */
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
    { batchItems, error, isAnswer }: Failure<Item, Result>,
  ): void => {
    requeue(current);
    if (batchItems) {
      if (isAnswer) rejectEach(batchItems, error);
      else for (const batchItem of batchItems) alone.write([batchItem]);
      return;
    }
    if (isLockTimeout(error)) {
      queueNotBefore = clock.monotonic() + QUEUE_AFTER_MS;
      return;
    }
    failuresInARow += 1;
    // One may be the end of one connection only.
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
