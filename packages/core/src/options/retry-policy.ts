/**
 * Response statuses after which a host may have a delivery given up at once: mistakes that need a repair. Passing failures
 * (408, 425, 429, all of 5xx) are always retried, and 410 always ends the webhook.
 */
export const TERMINAL_STATUSES = [400, 401, 403, 404, 405, 413, 415, 422] as const;

/** One of {@link TERMINAL_STATUSES}. */
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** The retries of failed deliveries, and the breaker. */
export interface RetryPolicy {
  /**
   * Milliseconds before each retry, in order; empty: nothing is tried again. At most 30 of at most seven days. It is the
   * default of the setting `webhookRetrySchedule`, which administrators change.
   */
  readonly schedule: readonly number[];
  /**
   * The share, from 0 to 1, by which each wait is at most shorter or longer, so that deliveries that failed together do not come
   * back together. @default 0.2
   */
  readonly jitter: number;
  /** Milliseconds that a receiver can ask for with `Retry-After`, at most ten hours; 0: it is not listened to. @default 3,600,000 */
  readonly retryAfterCapMs: number;
  /** Answers after which a delivery is given up at once. The webhook goes on. @default none */
  readonly terminalStatuses: readonly TerminalStatus[];
  readonly breaker: BreakerPolicy;
}

/** When nothing is sent to a receiver for a while, because it is down. */
export interface BreakerPolicy {
  /** Failures in a row that open the breaker: no answer, or a 5xx. From 1 to 1,000. @default 10 */
  readonly outagesInARow: number;
  /** The share of failures within the window above which it opens, from 0 to 1; 1: never by the share. @default 0.7 */
  readonly share: number;
  /** Attempts within the window below which the share says nothing. From 1 to 1,000. @default 10 */
  readonly minAttempts: number;
  /** Milliseconds of the window, from a second to a day. @default 300,000 */
  readonly windowMs: number;
  /** Milliseconds for which it opens the first time, from 100 to a day; each failed try doubles them. @default 30,000 */
  readonly firstMs: number;
  /** Milliseconds for which it opens at most, from `firstMs` to a day. @default 900,000 */
  readonly maxMs: number;
}
