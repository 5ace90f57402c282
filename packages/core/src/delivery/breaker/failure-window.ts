import type { BreakerPolicy } from '../../options/retry-policy.ts';

/** The share of failures among the latest attempts of this node to an endpoint. */
export interface FailureWindow {
  /** Counts an attempt; returns whether the endpoint now fails too often. */
  record(webhookId: number, failed: boolean, now: number): boolean;
  /** Resets the window of an endpoint. */
  reset(webhookId: number): void;
  /** The number of endpoints that are counted. */
  readonly size: number;
}

interface Count {
  readonly since: number;
  attempts: number;
  failures: number;
}

/**
 * Creates the window. It is in memory only: endpoints without failures are not counted, and after a restart a node knows only the
 * consecutive failures in the store.
 */
export function createFailureWindow({ share, minAttempts, windowMs }: BreakerPolicy): FailureWindow {
  /** In the order of their beginnings. */
  const counts = new Map<number, Count>();

  /** Endpoints without further attempts would otherwise stay for ever. */
  const deleteEnded = (now: number): void => {
    for (const [webhookId, { since }] of counts) {
      if (now - since < windowMs) return;
      counts.delete(webhookId);
    }
  };

  return {
    record(webhookId, failed, now) {
      let count = counts.get(webhookId);
      if (count && now - count.since >= windowMs) {
        counts.delete(webhookId);
        count = undefined;
      }
      if (!count && !failed) return false;
      if (!count) {
        deleteEnded(now);
        count = { since: now, attempts: 0, failures: 0 };
        counts.set(webhookId, count);
      }
      count.attempts += 1;
      if (failed) count.failures += 1;
      return count.attempts >= minAttempts && count.failures > count.attempts * share;
    },
    reset(webhookId) {
      counts.delete(webhookId);
    },
    get size() {
      return counts.size;
    },
  };
}
