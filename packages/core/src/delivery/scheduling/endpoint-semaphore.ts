import type { Clock } from '../../ports/clock.ts';

/**
 * A semaphore per endpoint: it allows as many concurrent sends as the endpoint's cap. Deliveries leased beyond the cap wait here
 * until a send to the endpoint has succeeded. They are cancelled when a send to the endpoint fails.
 */
export interface EndpointSemaphore {
  /**
   * Returns true when the delivery can be sent. Returns false when it is cancelled: a send to the endpoint failed, it has waited for
   * {@link MAX_WAIT_MS}, or the semaphore was stopped. Returns a promise when the delivery has to wait.
   *
   * @param cap - the maximum number of concurrent sends to the endpoint.
   */
  acquire(webhookId: number, cap: number): boolean | Promise<boolean>;
  /**
   * Releases the permit of an ended send. After a success, the next waiting delivery gets it; after a failure, all waiting
   * deliveries are cancelled.
   */
  release(webhookId: number, delivered: boolean): void;
  /** Cancels all waiting deliveries of an endpoint. */
  cancel(webhookId: number): void;
  /** Cancels all waiting deliveries. Later ones do not wait either. */
  stop(): void;
  /** The number of waiting deliveries. */
  readonly waiting: number;
}

/** Maximum milliseconds that a delivery waits for the semaphore. */
export const MAX_WAIT_MS = 250;

interface Waiting {
  /** By the monotonic clock. */
  readonly since: number;
  readonly resolve: (mayBeSent: boolean) => void;
}

/** Creates a semaphore without waiting deliveries. */
export function createEndpointSemaphore(clock: Clock): EndpointSemaphore {
  const taken = new Map<number, number>();
  const queues = new Map<number, Waiting[]>();
  let waiting = 0;
  let stopped = false;

  /** Resolves the first waiting deliveries of an endpoint. */
  const resolveFirst = (webhookId: number, count: number, mayBeSent: boolean): void => {
    const queue = queues.get(webhookId) ?? [];
    const released = queue.splice(0, count);
    if (queue.length === 0) queues.delete(webhookId);
    waiting -= released.length;
    for (const { resolve } of released) resolve(mayBeSent);
  };
  const cancel = (webhookId: number): void => resolveFirst(webhookId, Number.POSITIVE_INFINITY, false);

  const watch = (webhookId: number, queue: readonly Waiting[], waitMs: number): void => {
    clock.after(waitMs, () => {
      const now = clock.monotonic();
      const overdue = queue.filter(({ since }) => since + MAX_WAIT_MS <= now).length;
      resolveFirst(webhookId, overdue, false);
      const [first] = queue;
      if (first) watch(webhookId, queue, first.since + MAX_WAIT_MS - now);
    });
  };

  return {
    acquire(webhookId, cap) {
      const count = taken.get(webhookId) ?? 0;
      if (count < cap) {
        taken.set(webhookId, count + 1);
        return true;
      }
      if (stopped) return false;
      waiting += 1;
      const since = clock.monotonic();
      return new Promise((resolve) => {
        const queue = queues.get(webhookId) ?? [];
        queue.push({ since, resolve });
        if (queues.has(webhookId)) return;
        queues.set(webhookId, queue);
        watch(webhookId, queue, MAX_WAIT_MS);
      });
    },
    release(webhookId, delivered) {
      if (!delivered) cancel(webhookId);
      if (queues.has(webhookId)) return resolveFirst(webhookId, 1, true);
      const left = (taken.get(webhookId) ?? 0) - 1;
      if (left > 0) taken.set(webhookId, left);
      else taken.delete(webhookId);
    },
    cancel,
    stop() {
      stopped = true;
      for (const webhookId of [...queues.keys()]) cancel(webhookId);
    },
    get waiting() {
      return waiting;
    },
  };
}
