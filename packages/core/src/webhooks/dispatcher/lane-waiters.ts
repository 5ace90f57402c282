/** Those who wait until a lane has nothing due and nothing under way. */
export interface LaneWaiters {
  /** Resolves when the lane is quiet, or the signal is aborted. */
  whenQuiet(webhookId: number, signal: AbortSignal): Promise<void>;
  /** Lets those go whose lanes, of the given ones, are quiet. */
  check(webhookIds: readonly number[]): void;
  /** Lets everybody go. */
  releaseAll(): void;
}

/** Makes an empty set of waiters. */
export function createLaneWaiters(isQuiet: (webhookId: number) => boolean): LaneWaiters {
  const waiting = new Map<number, Set<() => void>>();

  const release = (webhookId: number): void => {
    const resolvers = waiting.get(webhookId);
    waiting.delete(webhookId);
    for (const resolve of resolvers ?? []) resolve();
  };

  return {
    whenQuiet(webhookId, signal) {
      return new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const resolvers = waiting.get(webhookId) ?? new Set();
        waiting.set(webhookId, resolvers);
        const end = (): void => {
          signal.removeEventListener('abort', end);
          resolvers.delete(end);
          resolve();
        };
        resolvers.add(end);
        signal.addEventListener('abort', end);
      });
    },
    check(webhookIds) {
      for (const webhookId of webhookIds) if (isQuiet(webhookId)) release(webhookId);
    },
    releaseAll() {
      for (const webhookId of [...waiting.keys()]) release(webhookId);
    },
  };
}
