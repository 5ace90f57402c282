/** The number of attempts by outcome. */
export interface AttemptCounts {
  /** The receiver responded with 2xx. */
  readonly succeeded: number;
  /** The receiver responded with 3xx. */
  readonly redirected: number;
  /** The receiver responded with 4xx. */
  readonly refused: number;
  /** The receiver responded with 5xx. */
  readonly receiverError: number;
  /** The name does not exist, or its address is not permitted. */
  readonly noPublicAddress: number;
  /** No connection: name lookup, proxy, connection or TLS. */
  readonly noConnection: number;
  /** A connection, but no complete response before the deadline. */
  readonly noResponse: number;
  /** The process died before the outcome was known. */
  readonly interrupted: number;
}

/** The attempts in a period. Manual retries are counted, tests are not. */
export interface DeliveryCounts {
  readonly attempts: AttemptCounts;
  /** Deliveries whose last attempt failed and that are not retried any more. Their attempts are counted, too. */
  readonly exhausted: number;
  /**
   * The latency of the attempts with a response: the milliseconds below which a half and 95 % of them lie. Estimated from a
   * histogram, so wrong by a factor of 1.6 at most, and at most 40,000. Absent without responses.
   */
  readonly latency?: { readonly p50Ms: number; readonly p95Ms: number };
}

/** The attempts in one step of the range. */
export interface DeliveryStep extends DeliveryCounts {
  /** The beginning of the step. */
  readonly startsAt: string;
}

/** The ranges of statistics: the last 60 minutes, 24 hours or 7 days, up to now. */
export type StatisticsRange = 'hour' | 'day' | 'week';

/** The deliveries of one webhook, or of all webhooks, by time. */
export interface DeliveryStatisticsView {
  readonly range: StatisticsRange;
  /** The length of a step: a minute, an hour, or six hours. */
  readonly stepMinutes: number;
  /** The attempts of the whole range. */
  readonly total: DeliveryCounts;
  /** Every step of the range in the order of time, including those without attempts. The last one has not ended. */
  readonly steps: readonly DeliveryStep[];
}

/** Parameters of statistics; the service validates them. */
export interface StatisticsQuery {
  /** @default 'day' */
  readonly range?: string | undefined;
}
