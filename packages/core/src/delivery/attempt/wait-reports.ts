import type { PortcullisError } from '@portcullis/plugin-api';
import { type BackgroundErrorSinks, reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Clock } from '../../ports/clock.ts';

/** Dependencies of {@link createWaitReports}. */
export interface WaitReportsDependencies extends BackgroundErrorSinks {
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** The reports of reasons for which deliveries wait, other than their receivers. Each reason is reported at most four times an hour. */
export interface WaitReports {
  /** Reports that deliveries cannot be signed without a key. */
  missingKey(error: PortcullisError): void;
  /** Reports that this machine has no file descriptor or no memory for a connection. @param code - that of the operating system. */
  shortage(code: string): void;
}

/** Milliseconds before the same reason is reported again. */
const REPORT_INTERVAL_MS = 15 * MINUTE_MS;

/** Creates the reports. */
export function createWaitReports({ clock, ...sinks }: WaitReportsDependencies): WaitReports {
  const reportedAt = new Map<unknown, number>();

  const isDue = (reason: unknown): boolean => {
    const now = clock.monotonic();
    if (now - (reportedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < REPORT_INTERVAL_MS) return false;
    for (const [other, at] of reportedAt) if (now - at >= REPORT_INTERVAL_MS) reportedAt.delete(other);
    reportedAt.set(reason, now);
    return true;
  };

  return {
    missingKey(error) {
      const keyId = error.details?.keyId;
      if (!isDue(`key ${keyId}`)) return;
      const line = 'Deliveries wait because the key of their secret is not available.';
      reportBackgroundError(sinks, { task: 'sign', line, details: { keyId } }, error);
    },
    shortage(code) {
      if (!isDue(code)) return;
      const line = 'Deliveries wait because this machine has no file descriptor or no memory for a connection.';
      const help = 'Check the limit of open files (ulimit -n), and which part of the process has them open.';
      const error = Object.assign(new Error(`A connection to a receiver failed with ${code}.`), { code, help });
      reportBackgroundError(sinks, { task: 'send', line }, error);
    },
  };
}
