/** The position of a listener in the log of messages. */
export interface SignalPosition {
  /** The greatest number that was read. */
  readonly last: number;
  /** Smaller numbers that may still appear: an insert takes its number some time before its commit. */
  readonly missing: readonly number[];
  /** Moves behind the given numbers, which ascend. */
  advance(ids: readonly number[], nowMs: number): void;
  /**
   * Returns the number before which every message is older than a minute, at most once a minute. Undefined if there are no
   * more such messages than at the last time.
   */
  expired(nowMs: number): number | undefined;
}

/** Milliseconds for which a missing number is read. Others belong to inserts that failed, or to no insert. */
const MISSING_MS = 5000;
/** Maximum number of missing numbers. A longer gap means that messages were removed. */
const MAX_MISSING = 100;
/** Milliseconds for which messages are kept, longer than a listener takes between two reads. */
const RETENTION_MS = 60_000;

/** Creates a position after a number. */
export function createSignalPosition(start: number, nowMs: number): SignalPosition {
  let last = start;
  let earlier = { id: start, atMs: nowMs };
  let removedBefore = 0;
  /** Each missing number, and the time after which it is not expected any more. */
  const missing = new Map<number, number>();

  const skip = (until: number, nowMs: number): void => {
    for (let id = Math.max(last + 1, until - MAX_MISSING); id < until; id += 1) missing.set(id, nowMs + MISSING_MS);
  };

  return {
    get last() {
      return last;
    },
    get missing() {
      return [...missing.keys()];
    },
    advance(ids, nowMs) {
      for (const id of ids) {
        missing.delete(id);
        if (id <= last) continue;
        skip(id, nowMs);
        last = id;
      }
      const surplus = missing.size - MAX_MISSING;
      [...missing].forEach(([id, untilMs], index) => {
        if (index < surplus || untilMs <= nowMs) missing.delete(id);
      });
    },
    expired(nowMs) {
      if (nowMs - earlier.atMs < RETENTION_MS) return undefined;
      const { id } = earlier;
      earlier = { id: last, atMs: nowMs };
      if (id === removedBefore) return undefined;
      removedBefore = id;
      return id;
    },
  };
}
