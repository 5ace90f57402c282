import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../../ports/clock.ts';
import { type Failure, isLockTimeout, type Member, takeFirst, type Writing, writeMembers } from './members.ts';
import { createSlots } from './slots.ts';
import { createAside, type RowLocks } from './wait-aside.ts';
import { createAlone } from './write-alone.ts';

/** What is written together, and how. */
export interface TogetherOptions<Item, Result> extends Writing<Item, Result> {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Rows that a transaction with the item locks: whoever holds one of them holds it up. */
  keysOf(item: Item): readonly number[];
  /** What an item may be the same as another by; undefined where it never is. */
  identityOf(item: Item): string | undefined;
  readonly locks: RowLocks;
}

/** One transaction. */
interface Batch {
  /** Whether it has taken so long that it keeps nobody waiting any more. */
  isOverdue: boolean;
}

/** Items in one transaction at most: the first of them waits for the last. */
const MOST_TOGETHER = 64;
/** Transactions under way at once on a store that takes several: what comes meanwhile waits for the next, and shares it. */
const MOST_UNDER_WAY = 2;
const OVERDUE_MS = 1000;
/** Who holds a row for longer than this holds up those that need it, not all that is written with them. */
const LOCK_TIMEOUT_MS = 100;

/**
 * Writes items together: those that are there when a transaction begins share it. Each has an end of its own: where the write
 * fails, each is written again by itself; where somebody holds a row, those that need it wait aside, holding none themselves.
 *
 * @returns writes one; resolves when it is committed.
 */
export function createTogether<Item, Result>({
  clock,
  keysOf,
  identityOf,
  locks,
  ...writing
}: TogetherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { store, write } = writing;
  const detached = AsyncLocalStorage.snapshot();
  const alone = createAlone(writing, clock);
  const goOn = (members: readonly Member<Item, Result>[]): void => {
    waiting = [...members, ...waiting];
    beginNext();
  };
  const aside = createAside({ writing, locks, clock, alone, goOn });
  let waiting: Member<Item, Result>[] = [];
  let beginning: Batch | undefined;

  const beginNext = (): void => {
    if (waiting.length === 0 || beginning || !slots.isFree()) return;
    const batch: Batch = { isOverdue: false };
    beginning = batch;
    detached(() => void run(batch));
  };
  const slots = createSlots({
    clock,
    count: store.shared ? MOST_UNDER_WAY : Number.POSITIVE_INFINITY,
    overdueMs: OVERDUE_MS,
    onFree: beginNext,
  });

  const letNextBegin = (batch: Batch): void => {
    if (beginning === batch) beginning = undefined;
    beginNext();
  };

  const joins = (member: Member<Item, Result>): boolean => aside.joins(member) || alone.joins(member);

  /** Takes those that nobody is known to hold up. */
  const takeNext = (): readonly Member<Item, Result>[] => {
    while (waiting.length > 0) {
      const members = takeFirst([waiting], MOST_TOGETHER).filter((member) => !joins(member));
      if (members.length > 0) return members;
    }
    return [];
  };

  const run = async (batch: Batch): Promise<void> => {
    const release = slots.take(() => {
      batch.isOverdue = true;
      if (beginning === batch) beginning = undefined;
    });
    const failure = await writeMembers(writing, {
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      take() {
        const members = takeNext();
        if (store.shared) letNextBegin(batch);
        return members;
      },
      // Not before: with one writer all is written in the order of the calls, also where each must be written alone.
      onWritten: () => letNextBegin(batch),
    });
    if (failure) await tryAgain(batch, failure);
    if (beginning === batch) beginning = undefined;
    release();
  };

  const tryAgain = async ({ isOverdue }: Batch, failure: Failure<Item, Result>): Promise<void> => {
    const { members, error, isAnswer } = failure;
    if (isAnswer || (!members && isOverdue)) {
      for (const { reject } of members ?? waiting.splice(0)) reject(error);
    } else if (!members) {
      // None could begin, which may be so for one connection only.
      alone.write(waiting.splice(0));
    } else if (isLockTimeout(error)) {
      await aside.add(members);
    } else {
      for (const member of members) alone.write([member]);
    }
  };

  return (item) => {
    // A store that does not know might have the whole transaction wait for its own end. One that knows says what is wrong.
    if (store.insideTransaction?.() !== false) {
      return store.transaction(async (transaction) => (await write(transaction, [item]))[0] as Result, { brief: true });
    }
    return new Promise((resolve, reject) => {
      waiting.push({ item, keys: keysOf(item), identity: identityOf(item), resolve, reject });
      beginNext();
    });
  };
}
