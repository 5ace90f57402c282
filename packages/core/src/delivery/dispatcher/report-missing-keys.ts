import type { PortcullisError } from '@portcullis/plugin-api';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';

/** Dependencies of {@link createMissingKeyReport}. */
export interface MissingKeyReportDependencies {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
}

/** Milliseconds before the same key is reported again. */
const AGAIN_MS = 15 * MINUTE_MS;

/** Creates the function that reports keys without which deliveries cannot be signed, each at most four times an hour. */
export function createMissingKeyReport({ clock, events, logger }: MissingKeyReportDependencies) {
  const reportedAt = new Map<unknown, number>();
  return ({ message, details }: PortcullisError): void => {
    const keyId = details?.keyId;
    const now = clock.monotonic();
    if (now - (reportedAt.get(keyId) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    for (const [other, at] of reportedAt) if (now - at >= AGAIN_MS) reportedAt.delete(other);
    reportedAt.set(keyId, now);
    logger.error('Deliveries wait because the key of their secret is not available.', { keyId, error: message });
    events.emit('background.error', { task: 'sign', message });
  };
}
