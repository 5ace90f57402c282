import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../../ports/clock.ts';
import { type BatchItem, type Failure, type ItemWriter, isLockTimeout, takeFirst, writeItems } from './batch-items.ts';
import { createSemaphore } from './semaphore.ts';

/** The writer of items that cannot be part of a batch. */
export interface IndividualWriter<Item, Result> {
  /** Adds an item to an equal one that is blocked; returns whether there is one. */
  tryAdd(batchItem: BatchItem<Item, Result>): boolean;
  /** Writes items in their own transaction. */
  write(batchItems: readonly BatchItem<Item, Result>[]): void;
}

interface Group<Item, Result> {
  /** The identity that its items share, once one of them was blocked. */
  identity?: string;
  readonly waiting: BatchItem<Item, Result>[];
  /** True when a previous transaction for it did not begin in time. */
  readonly isSecondTry?: boolean;
}

/** Maximum number of items in one transaction. */
const MAX_BATCH = 64;
/** Maximum number of concurrent transactions on a store with several writers; other work needs connections as well. */
const MAX_CONCURRENT = 2;
/** Milliseconds that one of them waits for another transaction before the next one is tried. */
const LOCK_TIMEOUT_MS = 1000;
const OVERDUE_MS = 3 * LOCK_TIMEOUT_MS;

/** Creates a writer of groups of items: a few at a time, each in its own transaction. */
export function createIndividualWriter<Item, Result>(
  writing: ItemWriter<Item, Result>,
  clock: Pick<Clock, 'after'>,
): IndividualWriter<Item, Result> {
  const detached = AsyncLocalStorage.snapshot();
  const queue: Group<Item, Result>[] = [];
  const blocked = new Map<string, Group<Item, Result>>();

  const beginNext = (): void => {
    while (semaphore.isFree()) {
      const group = queue.shift();
      if (!group) return;
      if (!addToEqual(group)) detached(() => void run(group));
    }
  };
  const semaphore = createSemaphore({
    clock,
    count: writing.store.shared ? MAX_CONCURRENT : Number.POSITIVE_INFINITY,
    overdueMs: OVERDUE_MS,
    onFree: beginNext,
  });

  const add = (group: Group<Item, Result>): void => {
    queue.push(group);
    beginNext();
  };

  /**
   * Adds a group to an equal one that is blocked, because it would be blocked as well and only occupy another connection. Returns
   * whether there is one.
   */
  const addToEqual = (group: Group<Item, Result>): boolean => {
    const [first] = group.waiting;
    const equal = blocked.get(first?.identity ?? '');
    if (!equal || equal === group || !areEqual(group.waiting)) return false;
    equal.waiting.push(...group.waiting.splice(0));
    return true;
  };

  const run = async (group: Group<Item, Result>): Promise<void> => {
    const { waiting } = group;
    let hasBegun = false;
    const release = semaphore.acquire(() => {
      // Later items do not wait for it. If two transactions cannot begin, none can.
      if (hasBegun || !group.isSecondTry) abandon(group, !hasBegun);
    });
    const take = () => {
      hasBegun = true;
      return takeFirst([waiting], MAX_BATCH);
    };
    const failure = await writeItems(writing, { take, lockTimeoutMs: LOCK_TIMEOUT_MS });
    if (failure) handleFailure(group, failure);
    if (waiting.length > 0) queue.push(group);
    else forget(group);
    release();
  };

  const handleFailure = (group: Group<Item, Result>, { batchItems, error, isFinal }: Failure<Item, Result>): void => {
    if (isFinal || !batchItems) {
      for (const { reject } of batchItems ?? group.waiting.splice(0)) reject(error);
    } else if (isLockTimeout(error) && areEqual(batchItems)) {
      group.waiting.unshift(...batchItems);
      remember(group, batchItems[0]?.identity);
    } else {
      for (const batchItem of batchItems) add({ waiting: [batchItem] });
    }
  };

  const remember = (group: Group<Item, Result>, identity: string | undefined): void => {
    if (identity === undefined || blocked.has(identity)) return;
    group.identity = identity;
    blocked.set(identity, group);
  };

  const forget = ({ identity }: Group<Item, Result>): void => {
    if (identity !== undefined) blocked.delete(identity);
  };

  const abandon = (group: Group<Item, Result>, isSecondTry: boolean): void => {
    forget(group);
    const rest = group.waiting.splice(0);
    if (rest.length > 0) add({ waiting: rest, isSecondTry });
  };

  return {
    tryAdd(batchItem) {
      const group = batchItem.identity === undefined ? undefined : blocked.get(batchItem.identity);
      group?.waiting.push(batchItem);
      return group !== undefined;
    },
    write: (batchItems) => add({ waiting: [...batchItems] }),
  };
}

/** Returns whether the same lock blocks all of the items. */
function areEqual<Item, Result>([first, ...others]: readonly BatchItem<Item, Result>[]): boolean {
  return others.every(({ identity }) => identity !== undefined && identity === first?.identity);
}
