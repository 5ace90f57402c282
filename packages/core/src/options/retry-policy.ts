/**
 * Response statuses that a host can declare final: errors that need a repair. Transient failures
 * (408, 425, 429, all of 5xx) are always retried, and 410 always ends the webhook.
 */
export const TERMINAL_STATUSES = [400, 401, 403, 404, 405, 413, 415, 422] as const;

/** One of {@link TERMINAL_STATUSES}. */
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** The retries of failed deliveries, and the breaker. */
export interface RetryPolicy {
  /**
   * Milliseconds before each retry, in order; empty for no retries. At most 30 steps of at most seven days. It is the
   * default of the setting `webhookRetrySchedule`, which administrators change.
   */
  readonly schedule: readonly number[];
  /**
   * The maximum share, from 0 to 1, by which each wait is shorter or longer, so that deliveries that failed together are not
   * retried together. @default 0.2
   */
  readonly jitter: number;
  /** The longest wait in milliseconds that `Retry-After` can request, at most ten hours; 0 ignores the header. @default 3,600,000 */
  readonly retryAfterCapMs: number;
  /** Statuses after which a delivery fails at once. The webhook stays active. @default none */
  readonly terminalStatuses: readonly TerminalStatus[];
  readonly breaker: BreakerPolicy;
}

/** The rules of the breaker, which stops deliveries to a receiver that is down. */
export interface BreakerPolicy {
  /** Failures in a row that open the breaker: no answer, or a 5xx. From 1 to 1,000. @default 10 */
  readonly outagesInARow: number;
  /** The share of failures in the window above which it opens, from 0 to 1; 1 disables this rule. @default 0.7 */
  readonly share: number;
  /** Minimum number of attempts in the window for the share to count. From 1 to 1,000. @default 10 */
  readonly minAttempts: number;
  /** Length of the window in milliseconds, from a second to a day. @default 300,000 */
  readonly windowMs: number;
  /** Milliseconds for which it stays open the first time, from 100 to a day; each failed probe doubles them. @default 30,000 */
  readonly firstMs: number;
  /** Maximum milliseconds for which it stays open, from `firstMs` to a day. @default 900,000 */
  readonly maxMs: number;
}
