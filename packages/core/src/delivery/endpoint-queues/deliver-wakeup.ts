import type { Wakeup } from '../../ports/job-queue.ts';

/** The name of the wake-ups that say: deliveries of this webhook may be due. */
export const DELIVER = 'deliver';

/** The wake-up for a webhook. @param at - milliseconds since 1970. @default now */
export function deliverWakeup(webhookId: number, at?: number): Wakeup {
  return { name: DELIVER, key: String(webhookId), ...(at === undefined ? {} : { at }) };
}
