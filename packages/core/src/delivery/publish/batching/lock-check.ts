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
import type { BlockedItems } from './blocked-items.ts';
import type { IndividualWriter } from './individual-writer.ts';
import type { Semaphore } from './semaphore.ts';

/** The locks of rows. */
export interface RowLocks {
  /** Locks one row, and waits for it if necessary. */
  lockRow(transaction: AllTenantsTransaction, key: RowKey): Promise<unknown>;
  /** Locks the unlocked rows, without waiting. @returns the others. */
  tryLock(transaction: AllTenantsTransaction, keys: readonly RowKey[]): Promise<ReadonlySet<RowKey>>;
}

/** Dependencies of {@link createLockCheck}. */
export interface LockCheckDependencies<Item, Result> {
  readonly writing: ItemWriter<Item, Result>;
  readonly locks: RowLocks;
  readonly blocked: BlockedItems<Item, Result>;
  /** Items whose locked row is unknown. */
  readonly unsorted: BatchItem<Item, Result>[];
  /** Writes items that are blocked although none of their rows is locked. */
  readonly individually: IndividualWriter<Item, Result>;
  /** Receives items whose rows are free again, and items that do not fit into one transaction. */
  readonly retry: (batchItems: readonly BatchItem<Item, Result>[]) => void;
  /** Called when a transaction has waited for a row for too long. */
  readonly onLockTimeout: () => void;
}

/**
 * Checks the rows in one transaction, which writes the items whose rows are free. Never rejects.
 *
 * @param queuedFor - a row for which the transaction waits first. @default it waits for none
 */
export type LockCheck = (semaphore: Semaphore, queuedFor?: RowKey) => Promise<void>;

/** One check of the rows: a transaction that writes the items whose rows are free. */
interface Check<Item, Result> {
  /** The items that it may write. Another transaction takes them if it is too slow. */
  candidates: readonly BatchItem<Item, Result>[];
}

/** Maximum number of items in one transaction. It is higher than elsewhere, because the rows may not be free again for long. */
const MAX_BATCH = 256;
/** Once its rows are locked, only an idempotency key can block a transaction. */
const LOCK_TIMEOUT_MS = 100;
/**
 * PostgreSQL checks for deadlocks after a second. A shorter time keeps it from ending a transaction of a host because of this
 * one.
 */
const QUEUE_TIMEOUT_MS = 800;

/** Creates the {@link LockCheck} of a queue. */
export function createLockCheck<Item, Result>({
  writing,
  locks: { lockRow, tryLock },
  blocked,
  unsorted,
  individually,
  retry,
  onLockTimeout,
}: LockCheckDependencies<Item, Result>): LockCheck {
  let failuresInARow = 0;

  const check: LockCheck = async (semaphore, queuedFor) => {
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
      onLockTimeout();
      return;
    }
    failuresInARow += 1;
    // A single failure may affect only one connection.
    if (failuresInARow > 1) rejectAll(error);
  };

  const rejectAll = (error: unknown): void => {
    rejectEach([...unsorted.splice(0), ...blocked.takeAll()], error);
  };

  return check;
}

function rejectEach<Item, Result>(batchItems: readonly BatchItem<Item, Result>[], error: unknown): void {
  for (const { reject } of batchItems) reject(error);
}
