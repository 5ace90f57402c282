import type { PortcullisError } from '@portcullis/plugin-api';
import { type BackgroundErrorSinks, reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Clock } from '../../ports/clock.ts';

/** Dependencies of {@link createMissingKeyReport}. */
export interface MissingKeyReportDependencies extends BackgroundErrorSinks {
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Milliseconds before the same key is reported again. */
const AGAIN_MS = 15 * MINUTE_MS;

/** Creates the function that reports keys without which deliveries cannot be signed, each at most four times an hour. */
export function createMissingKeyReport({ clock, ...sinks }: MissingKeyReportDependencies) {
  const reportedAt = new Map<unknown, number>();
  return (error: PortcullisError): void => {
    const keyId = error.details?.keyId;
    const now = clock.monotonic();
    if (now - (reportedAt.get(keyId) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    for (const [other, at] of reportedAt) if (now - at >= AGAIN_MS) reportedAt.delete(other);
    reportedAt.set(keyId, now);
    const line = 'Deliveries wait because the key of their secret is not available.';
    reportBackgroundError(sinks, { task: 'sign', line, details: { keyId } }, error);
  };
}
