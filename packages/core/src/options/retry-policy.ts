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
   * Milliseconds before each retry, in order; empty for no retries. At most 30 steps of at most seven days. It is the default
   * of the setting `webhookRetrySchedule`, which administrators change.
   * @remarks Use a predefined policy of `RETRY_POLICIES` first.
   * @default the schedule of Standard Webhooks: nine retries in about three days
   */
  readonly schedule: readonly number[];
  /**
   * The maximum share, from 0 to 1, by which each wait is shorter or longer. Otherwise, deliveries that failed together would
   * be retried together.
   * @remarks Set it to 0 for exact times, for example in tests.
   * @default 0.2
   */
  readonly jitter: number;
  /**
   * The longest wait in milliseconds that `Retry-After` can request, at most ten hours; 0 ignores the header.
   * @remarks Lower it if receivers ask for pauses that are too long for your notifications.
   * @default 3,600,000
   */
  readonly retryAfterCapMs: number;
  /**
   * Statuses after which a delivery fails at once. The webhook stays active.
   * @remarks Set it if an error of the receiver needs a repair, so that retries are useless.
   * @default none
   */
  readonly terminalStatuses: readonly TerminalStatus[];
  /**
   * The rules of the breaker, described below.
   * @remarks Change it if receivers recover sooner or later than usual.
   * @default the values below
   */
  readonly breaker: BreakerPolicy;
}

/** The rules of the breaker, which stops deliveries to a receiver that is down. */
export interface BreakerPolicy {
  /**
   * Failures in a row that open the breaker: no response, or a 5xx. From 1 to 1,000.
   * @remarks Lower it to protect weak receivers earlier.
   * @default 10
   */
  readonly outagesInARow: number;
  /**
   * The share of failures in the window above which it opens, from 0 to 1; 1 disables this rule.
   * @remarks Raise it for receivers that fail often and still work.
   * @default 0.7
   */
  readonly share: number;
  /**
   * Minimum number of attempts in the window for the share to count. From 1 to 1,000.
   * @remarks Raise it if a few failures at a low rate must not open the breaker.
   * @default 10
   */
  readonly minAttempts: number;
  /**
   * Length of the window in milliseconds, from a second to a day.
   * @remarks Raise it for receivers with few deliveries.
   * @default 300,000
   */
  readonly windowMs: number;
  /**
   * Milliseconds for which it stays open the first time, from 100 to a day; each failed probe doubles them.
   * @remarks Lower it for receivers that restart within seconds.
   * @default 30,000
   */
  readonly firstMs: number;
  /**
   * Maximum milliseconds for which it stays open, from `firstMs` to a day.
   * @remarks Lower it to notice sooner that a receiver is back. Each probe is a request to it.
   * @default 900,000
   */
  readonly maxMs: number;
}
