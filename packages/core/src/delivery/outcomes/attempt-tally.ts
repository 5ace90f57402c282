import type { DeliveryEventSink, DeliveryEvents } from '../events/delivery-events.ts';
import type { WebhookActivity } from '../views/webhook-views.ts';

/** The number of attempts that this node has recorded. */
export interface AttemptTally {
  /** A sink that forwards events and counts those of attempts. */
  readonly events: DeliveryEventSink;
  attempts(): WebhookActivity['attempts'];
}

/** Creates a tally in front of a sink. */
export function createAttemptTally(sink: DeliveryEventSink): AttemptTally {
  const counts = { succeeded: 0, failed: 0 };
  return {
    events: {
      emit(name, event) {
        if (name === 'delivery.attempted') {
          const { succeeded } = event as DeliveryEvents['delivery.attempted'];
          counts[succeeded ? 'succeeded' : 'failed'] += 1;
        }
        sink.emit(name, event);
      },
    },
    attempts: () => ({ ...counts }),
  };
}
