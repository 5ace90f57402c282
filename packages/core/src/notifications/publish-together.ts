import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../ports/clock.ts';
import type { Store, StoreTransaction } from '../ports/store/store.ts';
import { StoreError } from '../ports/store/store-error.ts';

/** Writes items, all of them or none; answers what became of each, in their order. */
type WriteAll<Item, Result> = (transaction: StoreTransaction, items: readonly Item[]) => Promise<readonly Result[]>;

/** What is written together, and how. */
export interface TogetherOptions<Item, Result> {
  readonly store: Store;
  readonly clock: Pick<Clock, 'after'>;
  readonly write: WriteAll<Item, Result>;
  /** Whether what one item was refused for is so for each of those with it. */
  readonly concernsAll: (error: unknown) => boolean;
}

interface Member<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** What one transaction is for. */
interface Batch<Item, Result> {
  /** Undefined until the transaction has begun; one that the store runs again has its members already. */
  members?: readonly Member<Item, Result>[];
  /** Whether the write is under way: not committed for certain. */
  isWriting: boolean;
  /** Whether it has taken so long that it keeps nobody waiting any more. */
  isOverdue: boolean;
}

/** Items in one transaction at most: the first of them waits for the last. */
const MOST_TOGETHER = 64;
/** Transactions under way at once on a store that takes several: what comes meanwhile waits for the next, and shares it. */
const MOST_UNDER_WAY = 2;
/** What has not ended after this time keeps nobody waiting any more: its connection may be dead. */
const OVERDUE_MS = 1000;
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
  clock,
  write,
  concernsAll,
}: TogetherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const detached = AsyncLocalStorage.snapshot();
  const waiting: Member<Item, Result>[] = [];
  const mostUnderWay = store.shared ? MOST_UNDER_WAY : Number.POSITIVE_INFINITY;
  let underWay = 0;
  let beginning: Batch<Item, Result> | undefined;

  const beginNext = (): void => {
    if (waiting.length === 0 || beginning || underWay >= mostUnderWay) return;
    const batch: Batch<Item, Result> = { isWriting: false, isOverdue: false };
    beginning = batch;
    underWay += 1;
    detached(() => void run(batch));
  };

  const letNextBegin = (batch: Batch<Item, Result>): void => {
    if (beginning === batch) beginning = undefined;
    beginNext();
  };

  const run = async (batch: Batch<Item, Result>): Promise<void> => {
    const makeRoom = (): void => {
      underWay -= 1;
      letNextBegin(batch);
    };
    const cancel = clock.after(OVERDUE_MS, () => {
      batch.isOverdue = true;
      makeRoom();
    });
    const options = { brief: true, lockTimeoutMs: LOCK_TIMEOUT_MS };
    await store
      .transaction((transaction) => writeBatch(transaction, batch), options)
      .then(
        (results) => {
          for (const [index, { resolve }] of (batch.members ?? []).entries()) resolve(results[index] as Result);
        },
        (error) => fail(batch, error),
      );
    cancel();
    if (!batch.isOverdue) makeRoom();
  };

  const writeBatch = async (transaction: StoreTransaction, batch: Batch<Item, Result>): Promise<readonly Result[]> => {
    batch.members ??= waiting.splice(0, MOST_TOGETHER);
    if (store.shared) letNextBegin(batch);
    if (batch.members.length === 0) return [];
    batch.isWriting = true;
    const results = await write(
      transaction,
      batch.members.map(({ item }) => item),
    );
    batch.isWriting = false;
    // Not before: with one writer all is written in the order of the calls, also where each must be written alone.
    letNextBegin(batch);
    return results;
  };

  const fail = ({ members, isWriting, isOverdue }: Batch<Item, Result>, error: unknown): void => {
    // Where none could begin, those who wait find out for themselves, unless that takes long.
    const concerned = members ?? waiting.splice(0);
    // What failed at the commit may be committed all the same: to write it again could do so twice.
    const isFinal = members ? !isWriting || isAnswerFor(members.length, error) : isOverdue;
    for (const { item, resolve, reject } of concerned) {
      if (isFinal) reject(error);
      else alone(item).then(resolve, reject);
    }
  };

  const isAnswerFor = (count: number, error: unknown): boolean =>
    concernsAll(error) || (count === 1 && !isLockTimeout(error));

  const alone = (item: Item): Promise<Result> =>
    store.transaction(async (transaction) => (await write(transaction, [item]))[0] as Result, { brief: true });

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
