import { backgroundError } from '../../kernel/events/report-background-error.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { deliverWakeup } from './deliver-wakeup.ts';

/**
 * Requests that an endpoint queue is drained. Never rejects, and no caller waits for it: the delivery is in the store, so an
 * unreachable queue only delays it.
 *
 * @param at - milliseconds since 1970. @default now
 */
export async function wakeEndpoint(
  { queue, events }: { readonly queue: JobQueue; readonly events: DeliveryEventSink },
  webhookId: number,
  at?: number,
): Promise<void> {
  try {
    await queue.wake(deliverWakeup(webhookId, at));
  } catch (error) {
    events.emit('background.error', backgroundError('wake', error));
  }
}
