import type { Clock } from '../../../ports/clock.ts';
import { type BatchItem, MAX_KEYS, type RowKey } from './batch-items.ts';

/** The items that wait for one row. */
interface BlockedByRow<Item, Result> {
  readonly batchItems: BatchItem<Item, Result>[];
  /** The time since which they wait, or at which a transaction last queued for the row, in milliseconds of the monotonic clock. */
  since: number;
}

/** Items by the locked row that they wait for. An item is in one list only, even if it needs several locked rows. */
export interface BlockedItems<Item, Result> {
  readonly isEmpty: boolean;
  /** Returns whether items wait for a row. */
  has(key: RowKey): boolean;
  /** Adds an item to those that wait for one of the held rows, if it needs one; returns whether it does. */
  addIfBlocked(held: ReadonlySet<RowKey>, batchItem: BatchItem<Item, Result>): boolean;
  /** Returns the rows to check. If there are too many, the others are checked next time. */
  nextKeys(): readonly RowKey[];
  /** Returns the row that items have waited for the longest; undefined if none wait. */
  oldest(): readonly [key: RowKey, waiting: BlockedByRow<Item, Result>] | undefined;
  /** Returns the lists of the items that wait for some rows. */
  listsOf(keys: Iterable<RowKey>): BatchItem<Item, Result>[][];
  /** Removes rows. Their items are in the lists that were returned before. */
  delete(keys: Iterable<RowKey>): void;
  /** Removes and returns all items. */
  takeAll(): readonly BatchItem<Item, Result>[];
}

/** Creates an empty set of blocked items. */
export function createBlockedItems<Item, Result>(clock: Pick<Clock, 'monotonic'>): BlockedItems<Item, Result> {
  const byKey = new Map<RowKey, BlockedByRow<Item, Result>>();

  const listsOf = (keys: Iterable<RowKey>): BatchItem<Item, Result>[][] =>
    [...keys].flatMap((key) => byKey.get(key) ?? []).map(({ batchItems }) => batchItems);

  return {
    get isEmpty() {
      return byKey.size === 0;
    },
    has: (key) => byKey.has(key),
    addIfBlocked(held, batchItem) {
      const key = batchItem.keys.find((each) => held.has(each));
      if (key === undefined) return false;
      const known = byKey.get(key);
      if (known) known.batchItems.push(batchItem);
      else byKey.set(key, { batchItems: [batchItem], since: clock.monotonic() });
      return true;
    },
    nextKeys() {
      const keys = [...byKey.keys()].slice(0, MAX_KEYS);
      if (byKey.size === keys.length) return keys;
      for (const key of keys) {
        const last = byKey.get(key) as BlockedByRow<Item, Result>;
        byKey.delete(key);
        byKey.set(key, last);
      }
      return keys;
    },
    oldest() {
      const [oldest] = [...byKey].sort(([, one], [, other]) => one.since - other.since);
      return oldest;
    },
    listsOf,
    delete(keys) {
      for (const key of keys) byKey.delete(key);
    },
    takeAll() {
      const all = listsOf(byKey.keys()).flat();
      byKey.clear();
      return all;
    },
  };
}
