import type { Wakeup } from '../../ports/job-queue.ts';

/** The name of the wake-ups for webhooks whose deliveries may be due. */
export const DELIVER = 'deliver';

/** Returns the wake-up for a webhook. @param at - milliseconds since 1970. @default now */
export function deliverWakeup(webhookId: number, at?: number): Wakeup {
  return { name: DELIVER, key: String(webhookId), ...(at === undefined ? {} : { at }) };
}
