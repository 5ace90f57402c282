import { type BackgroundErrorSinks, reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Clock } from '../../ports/clock.ts';

/** Dependencies of {@link createOutageReport}. */
export interface OutageReportDependencies extends BackgroundErrorSinks {
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** The reports of an outage of the store. */
export interface OutageReport {
  /** Reports a failure, unless one was reported within the last minute. */
  failed(error: unknown): void;
  /** Reports the end of an outage that was reported. */
  succeeded(): void;
}

/** Milliseconds before another failure is reported: the dispatcher tries once a second. */
const REPORT_INTERVAL_MS = MINUTE_MS;

/** Creates the {@link OutageReport} of a dispatcher. */
export function createOutageReport({ clock, events, logger }: OutageReportDependencies): OutageReport {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let failedSince: number | undefined;
  let isReported = false;

  return {
    failed(error) {
      const now = clock.monotonic();
      failedSince ??= now;
      if (now - reportedAt < REPORT_INTERVAL_MS) return;
      reportedAt = now;
      isReported = true;
      const line = 'The store failed while deliveries were claimed and recorded.';
      reportBackgroundError({ events, logger }, { task: 'deliver', line }, error);
    },
    succeeded() {
      if (failedSince === undefined) return;
      const failedForMs = Math.round(clock.monotonic() - failedSince);
      failedSince = undefined;
      if (!isReported) return;
      isReported = false;
      logger.info('Deliveries are claimed and recorded again.', { failedForMs });
    },
  };
}
