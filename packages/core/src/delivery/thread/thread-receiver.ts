import { backgroundError } from '../../kernel/events/report-background-error.ts';
import type { JobQueue, Wakeup } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import type { InFlightCounts } from './in-flight-counts.ts';
import type { RelayedWakeups } from './relayed-wakeups.ts';
import type { FromThread } from './thread-messages.ts';

/** Dependencies of {@link createThreadReceiver}. */
export interface ThreadReceiverDependencies {
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly counts: Pick<InFlightCounts, 'respond'>;
  readonly wakeups: RelayedWakeups;
}

/**
 * Creates the receiver of the messages of a thread, which passes each on. Messages about the start of the thread are for its
 * supervisor, and ignored here.
 */
export function createThreadReceiver({
  queue,
  events,
  logger,
  counts,
  wakeups,
}: ThreadReceiverDependencies): (message: FromThread) => void {
  const wake = (wakeup: Wakeup): void => {
    queue.wake(wakeup).catch((error: unknown) => {
      events.emit('background.error', backgroundError('wake', error));
    });
  };

  return (message) => {
    switch (message.kind) {
      case 'listen':
        wakeups.listen(message.name);
        break;
      case 'ignore':
        wakeups.ignore(message.name);
        break;
      case 'handled':
        wakeups.handled(message.call);
        break;
      case 'wake':
        wake(message.wakeup);
        break;
      case 'counted':
        counts.respond(message.call, message.inFlight);
        break;
      case 'event':
        events.emit(message.name, message.event as never);
        break;
      case 'log':
        logger[message.level](message.message, message.facts);
    }
  };
}
