import { onAbort } from '../../kernel/lifetime/on-abort.ts';

/** Callers that wait until an endpoint queue has been served. */
export interface EndpointWaiters {
  /** Resolves when the endpoint queue no longer waits for a claim, or the signal is aborted. */
  whenServed(webhookId: number, signal: AbortSignal): Promise<void>;
  /** Releases the callers whose endpoint queues, among the given ones, no longer wait for a claim. */
  check(webhookIds: readonly number[]): void;
  /** Releases all waiters. */
  releaseAll(): void;
}

/** Creates an empty set of waiters. */
export function createEndpointWaiters(isWaiting: (webhookId: number) => boolean): EndpointWaiters {
  const waiting = new Map<number, Set<() => void>>();

  const release = (webhookId: number): void => {
    const resolvers = waiting.get(webhookId);
    waiting.delete(webhookId);
    for (const resolve of resolvers ?? []) resolve();
  };

  return {
    whenServed(webhookId, signal) {
      return new Promise<void>((resolve) => {
        if (signal.aborted || !isWaiting(webhookId)) return resolve();
        const resolvers = waiting.get(webhookId) ?? new Set();
        waiting.set(webhookId, resolvers);
        const end = (): void => {
          ignoreAbort();
          resolvers.delete(end);
          resolve();
        };
        const ignoreAbort = onAbort(signal, end);
        resolvers.add(end);
      });
    },
    check(webhookIds) {
      for (const webhookId of webhookIds) if (!isWaiting(webhookId)) release(webhookId);
    },
    releaseAll() {
      for (const webhookId of [...waiting.keys()]) release(webhookId);
    },
  };
}
