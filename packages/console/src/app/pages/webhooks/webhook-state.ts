import type { WebhookDetail } from '@portcullis/client';

/** The state of a webhook's deliveries. */
export interface WebhookState {
  /** A state of `Status`. */
  readonly state: 'active' | 'failing' | 'open' | 'paused' | 'disabled';
  /** The meaning of the state. */
  readonly explanation: string;
}

/** Returns the state of a webhook. While the breaker is open, one delivery is tried from time to time. */
export function webhookState({ delivery }: Pick<WebhookDetail, 'delivery'>): WebhookState {
  const { state, reason, nextProbeAt, consecutiveFailures } = delivery;
  if (state === 'paused') return { state, explanation: reason ?? 'The webhook is paused. Deliveries are held.' };
  if (state === 'disabled')
    return { state, explanation: reason ?? 'The receiver failed for too long. Deliveries are held.' };
  if (nextProbeAt !== undefined)
    return {
      state: 'open',
      explanation: reason ?? 'The receiver is failing: one delivery is tried from time to time, and the others wait.',
    };
  if (consecutiveFailures > 0)
    return {
      state: 'failing',
      explanation: `The last ${consecutiveFailures} ${consecutiveFailures === 1 ? 'attempt' : 'attempts'} failed.`,
    };
  return { state: 'active', explanation: 'Deliveries are sent.' };
}
