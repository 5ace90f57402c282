import type { BreakerPolicy } from '../../options/retry-policy.ts';

/** The share of failures among an endpoint's latest attempts, as far as this node made them. */
export interface FailureWindow {
  /** Counts an attempt; answers whether the endpoint now fails too often. */
  note(webhookId: number, failed: boolean, now: number): boolean;
  /** Begins again. */
  forget(webhookId: number): void;
}

interface Count {
  readonly since: number;
  attempts: number;
  failures: number;
}

/**
 * Makes the window. It is kept in memory: endpoints that do not fail are not counted, and a node that starts again knows only
 * what the store says of failures in a row.
 */
export function createFailureWindow({ share, minAttempts, windowMs }: BreakerPolicy): FailureWindow {
  const counts = new Map<number, Count>();
  return {
    note(webhookId, failed, now) {
      let count = counts.get(webhookId);
      if (count && now - count.since >= windowMs) {
        counts.delete(webhookId);
        count = undefined;
      }
      if (!count && !failed) return false;
      if (!count) {
        count = { since: now, attempts: 0, failures: 0 };
        counts.set(webhookId, count);
      }
      count.attempts += 1;
      if (failed) count.failures += 1;
      return count.attempts >= minAttempts && count.failures > count.attempts * share;
    },
    forget(webhookId) {
      counts.delete(webhookId);
    },
  };
}
