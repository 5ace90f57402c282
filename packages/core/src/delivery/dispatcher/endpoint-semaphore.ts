import type { Clock } from '../../ports/clock.ts';

/**
 * A semaphore per endpoint: it allows as many concurrent sends as the endpoint's cap. Deliveries leased beyond the cap wait
 * here until a send to the endpoint has succeeded. They are cancelled when the endpoint no longer answers as it did when
 * they were leased.
 */
export interface EndpointSemaphore {
  /**
   * True when the delivery may be sent, false when it is given back: one of its endpoint queue failed, it has waited for
   * {@link MAX_WAIT_MS}, or everything was given back. A promise of it where it has to wait.
   *
   * @param cap - deliveries of the endpoint queue that may be sent at once.
   */
  take(webhookId: number, cap: number): boolean | Promise<boolean>;
  /** One that was sent has ended: its place goes to the next of its endpoint queue, or all that wait are given back. */
  leave(webhookId: number, delivered: boolean): void;
  /** Gives back what waits in an endpoint queue. */
  giveBack(webhookId: number): void;
  /** Gives back everything that waits; what comes later does not wait either. */
  stop(): void;
  /** Deliveries that wait. */
  readonly waiting: number;
}

/** Milliseconds that a delivery waits for the semaphore at most. */
export const MAX_WAIT_MS = 250;

interface Waiting {
  /** By the clock that never jumps. */
  readonly since: number;
  readonly resolve: (mayBeSent: boolean) => void;
}

/** Makes places of which none is taken. */
export function createEndpointSemaphore(clock: Clock): EndpointSemaphore {
  const taken = new Map<number, number>();
  const queues = new Map<number, Waiting[]>();
  let waiting = 0;
  let stopped = false;

  /** Tells the first ones that wait in an endpoint queue. */
  const release = (webhookId: number, count: number, mayBeSent: boolean): void => {
    const queue = queues.get(webhookId) ?? [];
    const released = queue.splice(0, count);
    if (queue.length === 0) queues.delete(webhookId);
    waiting -= released.length;
    for (const { resolve } of released) resolve(mayBeSent);
  };
  const giveBack = (webhookId: number): void => release(webhookId, Number.POSITIVE_INFINITY, false);

  const watch = (webhookId: number, queue: readonly Waiting[], waitMs: number): void => {
    clock.after(waitMs, () => {
      const now = clock.monotonic();
      const overdue = queue.filter(({ since }) => since + MAX_WAIT_MS <= now).length;
      release(webhookId, overdue, false);
      const [first] = queue;
      if (first) watch(webhookId, queue, first.since + MAX_WAIT_MS - now);
    });
  };

  return {
    take(webhookId, cap) {
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
    leave(webhookId, delivered) {
      if (!delivered) giveBack(webhookId);
      if (queues.has(webhookId)) return release(webhookId, 1, true);
      const left = (taken.get(webhookId) ?? 0) - 1;
      if (left > 0) taken.set(webhookId, left);
      else taken.delete(webhookId);
    },
    giveBack,
    stop() {
      stopped = true;
      for (const webhookId of [...queues.keys()]) giveBack(webhookId);
    },
    get waiting() {
      return waiting;
    },
  };
}
