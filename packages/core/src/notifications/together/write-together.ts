import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../ports/clock.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { type Failure, isLockTimeout, type Member, takeFirst, type Writing, writeMembers } from './members.ts';
import { createSlots } from './slots.ts';
import { createApart } from './write-apart.ts';

/** What is written together, and how. */
export interface TogetherOptions<Item, Result> extends Writing<Item, Result> {
  readonly clock: Pick<Clock, 'after'>;
  /** Rows that a transaction with the item locks: whoever holds one of them holds it up. */
  keysOf(item: Item): readonly number[];
  /** Which of these rows are locked by somebody else. */
  findHeld(transaction: StoreTransaction, keys: readonly number[]): Promise<ReadonlySet<number>>;
}

/** What one transaction is for. */
interface Batch<Item, Result> {
  /** Undefined until the transaction has begun. */
  members?: readonly Member<Item, Result>[];
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
 * fails, each is written again by itself; where somebody holds a row, those that need it wait apart from the others.
 *
 * @returns writes one; resolves when it is committed.
 */
export function createTogether<Item, Result>({
  clock,
  keysOf,
  findHeld,
  ...writing
}: TogetherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { store, write } = writing;
  const detached = AsyncLocalStorage.snapshot();
  const apart = createApart(writing, clock);
  let waiting: Member<Item, Result>[] = [];
  /** Those that were held up once, by nobody who could be found. */
  const retried = new WeakSet<Member<Item, Result>>();
  let beginning: Batch<Item, Result> | undefined;

  const beginNext = (): void => {
    if (waiting.length === 0 || beginning || !slots.isFree()) return;
    const batch: Batch<Item, Result> = { isOverdue: false };
    beginning = batch;
    detached(() => void run(batch));
  };
  const slots = createSlots({
    clock,
    count: store.shared ? MOST_UNDER_WAY : Number.POSITIVE_INFINITY,
    overdueMs: OVERDUE_MS,
    onFree: beginNext,
  });

  const letNextBegin = (batch: Batch<Item, Result>): void => {
    if (beginning === batch) beginning = undefined;
    beginNext();
  };

  const run = async (batch: Batch<Item, Result>): Promise<void> => {
    const release = slots.take(() => {
      batch.isOverdue = true;
      if (beginning === batch) beginning = undefined;
    });
    const failure = await writeMembers(writing, {
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      take() {
        batch.members = takeFirst(waiting, MOST_TOGETHER);
        if (store.shared) letNextBegin(batch);
        return batch.members;
      },
      // Not before: with one writer all is written in the order of the calls, also where each must be written alone.
      onWritten: () => letNextBegin(batch),
    });
    if (failure) await tryAgain(batch, failure);
    if (beginning === batch) beginning = undefined;
    release();
    beginNext();
  };

  const tryAgain = async ({ isOverdue }: Batch<Item, Result>, failure: Failure<Item, Result>): Promise<void> => {
    const { members, error, isAnswer } = failure;
    if (isAnswer || (!members && isOverdue)) {
      for (const { reject } of members ?? waiting.splice(0)) reject(error);
    } else if (!members) {
      // None could begin, which may be so for one connection only.
      apart.write(waiting.splice(0));
    } else if (isLockTimeout(error)) {
      await partByHeld(members);
    } else {
      for (const member of members) apart.write([member]);
    }
  };

  const partByHeld = async (members: readonly Member<Item, Result>[]): Promise<void> => {
    const keys = [...new Set(members.flatMap((member) => member.keys))];
    const held = await store
      .transaction((transaction) => findHeld(transaction, keys), { brief: true, lockTimeoutMs: LOCK_TIMEOUT_MS })
      .catch(() => new Set<number>());
    const again: Member<Item, Result>[] = [];
    for (const member of members) {
      const key = member.keys.find((each) => held.has(each));
      if (key !== undefined) apart.waitFor(key, [member]);
      else if (retried.has(member)) apart.write([member]);
      else again.push(member);
    }
    for (const member of again) retried.add(member);
    waiting = [...again, ...waiting].filter((member) => !apart.joins(member));
  };

  return (item) => {
    // A store that does not know might have the whole transaction wait for its own end. One that knows says what is wrong.
    if (store.insideTransaction?.() !== false) {
      return store.transaction(async (transaction) => (await write(transaction, [item]))[0] as Result, { brief: true });
    }
    return new Promise((resolve, reject) => {
      const member = { item, keys: keysOf(item), resolve, reject };
      if (apart.joins(member)) return;
      waiting.push(member);
      beginNext();
    });
  };
}
