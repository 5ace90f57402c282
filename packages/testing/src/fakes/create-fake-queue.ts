import type { JobQueue, Wakeup } from '@portcullis/core';

/** A {@link JobQueue} that delivers wake-ups on demand, and can lose them like a real queue. */
export interface FakeQueue extends JobQueue {
  /** Requested wake-ups that were not delivered yet, in order. */
  readonly waiting: readonly Wakeup[];
  /**
   * Delivers the waiting wake-ups in order, due or not. Wake-ups that handlers request during the call wait for the
   * next call.
   *
   * @param which - selects wake-ups. @default all
   * @returns how many were delivered.
   */
  deliver(which?: (wakeup: Wakeup) => boolean): Promise<number>;
  /** Loses the waiting wake-ups. @returns how many. */
  lose(): number;
}

/** Creates a fake queue. No clock wakes handlers, only {@link FakeQueue.deliver}. */
export function createFakeQueue(): FakeQueue {
  const handlers = new Map<string, Parameters<JobQueue['handle']>[1]>();
  const stopping = new AbortController();
  let waiting: Wakeup[] = [];
  return {
    get waiting() {
      return [...waiting];
    },
    async wake(wakeup) {
      waiting.push(wakeup);
    },
    handle(name, handler) {
      handlers.set(name, handler);
      return async () => void handlers.delete(name);
    },
    async deliver(which = () => true) {
      const chosen = waiting.filter((wakeup) => handlers.has(wakeup.name) && which(wakeup));
      waiting = waiting.filter((wakeup) => !chosen.includes(wakeup));
      for (const { name, key } of chosen) await handlers.get(name)?.(key, stopping.signal);
      return chosen.length;
    },
    lose() {
      const lost = waiting.length;
      waiting = [];
      return lost;
    },
    async close() {
      stopping.abort();
      handlers.clear();
      waiting = [];
    },
  };
}
