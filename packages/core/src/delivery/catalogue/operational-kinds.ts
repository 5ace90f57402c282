import type { DeclaredKind } from '../../options/declared-kind.ts';

function kind(name: string, trigger: string, text: string): DeclaredKind {
  return Object.freeze({ kind: name, class: 'system', trigger, text });
}

/** A delivery failed for the last time. */
export const DELIVERY_EXHAUSTED = kind(
  'webhookDeliveryExhausted',
  'a delivery failed and is not retried automatically',
  'A delivery of {deliveredKind} to webhook {modelId} failed and is not retried',
);

/** A delivery has failed several times. */
export const DELIVERY_FAILING = kind(
  'webhookDeliveryFailing',
  'a delivery has failed several times and is retried',
  'A delivery of {deliveredKind} to webhook {modelId} has failed {attempts} times',
);

/** A delivery that had failed several times succeeded. */
export const DELIVERY_RECOVERED = kind(
  'webhookDeliveryRecovered',
  'a delivery that had failed several times succeeded',
  'A delivery of {deliveredKind} to webhook {modelId} succeeded at attempt {attempts}',
);

/** Deliveries were held for too long. */
export const WEBHOOK_DELIVERIES_EXPIRED = kind(
  'webhookDeliveriesExpired',
  'deliveries that were held for a webhook for too long are cancelled',
  '{count} deliveries were held for webhook {modelId} for more than {days} days and cancelled',
);

/** A webhook was paused, disabled or made active again. */
export const WEBHOOK_STATE_CHANGED = kind(
  'webhookStateChanged',
  'a webhook is paused, disabled or made active again',
  'Webhook {modelId} went from {fromState} to {toState}',
);

/** The receiver of a webhook began to fail, or recovered. */
export const WEBHOOK_RECEIVER_CHANGED = kind(
  'webhookReceiverChanged',
  'deliveries to a webhook pause because its receiver is failing, or resume',
  'The receiver of webhook {modelId} is {receiver}',
);

/** The endpoint queue of a webhook is full. */
export const WEBHOOK_BACKLOG_REACHED = kind(
  'webhookBacklogReached',
  'the number of deliveries that wait for a webhook has reached its limit',
  '{limit} deliveries wait for webhook {modelId}; from now on: {policy}',
);

/**
 * Notification kinds about the deliveries themselves. They are not in the interface's list, so they are off until a host adds
 * them to the catalogue: `webhooks: { kinds: [...OPERATIONAL_KINDS] }`. A webhook receives no notification about itself, and the
 * failure of such a delivery causes no other notification.
 */
export const OPERATIONAL_KINDS: readonly DeclaredKind[] = Object.freeze([
  DELIVERY_FAILING,
  DELIVERY_RECOVERED,
  DELIVERY_EXHAUSTED,
  WEBHOOK_STATE_CHANGED,
  WEBHOOK_RECEIVER_CHANGED,
  WEBHOOK_BACKLOG_REACHED,
  WEBHOOK_DELIVERIES_EXPIRED,
]);

const NAMES: ReadonlySet<string> = new Set(OPERATIONAL_KINDS.map(({ kind: name }) => name));

/** Returns whether a kind is about the deliveries themselves. */
export function isOperational(name: string): boolean {
  return NAMES.has(name);
}
