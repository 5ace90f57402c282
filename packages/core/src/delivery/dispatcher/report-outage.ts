import { errorMessage } from '../../kernel/errors/error-message.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';

/** Dependencies of {@link createOutageReport}. */
export interface OutageReportDependencies {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
}

/** The reports of an outage of the store. */
export interface OutageReport {
  /** Reports a failure, unless one was reported within the last minute. */
  failed(error: unknown): void;
  /** Reports the end of an outage that was reported. */
  succeeded(): void;
}

/** Milliseconds before another failure is reported: the dispatcher tries once a second. */
const AGAIN_MS = MINUTE_MS;

/** Creates the {@link OutageReport} of a dispatcher. */
export function createOutageReport({ clock, events, logger }: OutageReportDependencies): OutageReport {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let failedSince: number | undefined;
  let isReported = false;

  return {
    failed(error) {
      const now = clock.monotonic();
      failedSince ??= now;
      if (now - reportedAt < AGAIN_MS) return;
      reportedAt = now;
      isReported = true;
      const message = errorMessage(error);
      logger.error('The store failed while deliveries were claimed and recorded.', { error: message });
      events.emit('background.error', { task: 'deliver', message });
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
