import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { NO_FAILURES } from '../breaker/record-health.ts';
import { holdPending } from '../endpoint-queues/hold-pending.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import type { DeliveryOptions } from '../subscriptions/delivery-options.ts';
import { bumpSubscriptionsVersion } from '../subscriptions/subscriptions-version.ts';
import type { ChangeContext } from './change-context.ts';
import { releaseHeld } from './release-held.ts';
import { rotateSecret } from './rotate-secret.ts';
import type { WebhookChange } from './webhook-change-input.ts';

type State = 'active' | 'paused' | 'disabled';

/** A changed webhook. */
export interface ChangedWebhook {
  readonly webhook: Row<'webhooks'>;
  /** The previous state. */
  readonly from: State;
  readonly to: State;
}

/** The health of a resumed webhook, for which earlier failures no longer count. */
const RESET_HEALTH = { ...NO_FAILURES, breakerUntil: null, breakerStep: 0, quietUntil: null } as const;

/**
 * Changes a webhook. A pause holds the waiting deliveries; resuming releases or discards them, and resets the failures.
 *
 * @returns undefined if the webhook was deleted in between.
 */
export async function changeWebhook(
  transaction: StoreTransaction,
  id: number,
  change: WebhookChange,
  context: ChangeContext,
): Promise<ChangedWebhook | undefined> {
  const endpointQueue = (await lockEndpointQueues(transaction, [id])).get(id);
  const [before] = await transaction.find('webhooks', { where: { id, state: { not: 'deleted' } }, lock: 'update' });
  if (!before) return undefined;
  const { now } = context;
  const patch = {
    ...fieldsOf(change),
    ...(isNoLongerOrdered(before, change) && { quietUntil: null }),
    ...stateOf(before, change, context),
    version: before.version + 1,
    updatedAt: now,
  };
  await transaction.update('webhooks', { id }, patch);
  if (change.notificationType) await subscribe(transaction, id, change.notificationType);
  if (change.secret !== undefined) await rotateSecret(transaction, id, change, context);
  const after = { ...before, ...patch };
  if (after.state === 'paused') await holdPending(transaction, id, 'paused', now);
  if (change.paused === false && after.state === 'active') {
    if (endpointQueue) await releaseHeld(transaction, endpointQueue, { held: change.held, now });
  }
  if (isNoLongerOrdered(before, change)) {
    await transaction.update('endpointQueues', { webhookId: id, nextDueAt: { gt: now } }, { nextDueAt: now });
  }
  await bumpSubscriptionsVersion(transaction);
  return { webhook: after, from: before.state as State, to: after.state as State };
}

/** Returns whether the deliveries behind a failing one need not wait for it any more. */
function isNoLongerOrdered({ options }: Row<'webhooks'>, { delivery }: WebhookChange): boolean {
  return delivery !== undefined && !delivery.ordered && (options as DeliveryOptions).ordered === true;
}

function fieldsOf({ url, name, notificationType, actionType, delivery }: WebhookChange) {
  return {
    ...(url === undefined ? {} : { url }),
    ...(name === undefined ? {} : { name }),
    ...(notificationType === undefined ? {} : { notificationType }),
    ...(actionType === undefined ? {} : { actionType }),
    ...(delivery === undefined ? {} : { options: delivery }),
  };
}

function stateOf({ state }: Row<'webhooks'>, { paused }: WebhookChange, { now, changedBy }: ChangeContext) {
  if (paused === true && state !== 'paused') {
    return { state: 'paused', stateReason: `Paused by user ${changedBy}.`, stateSince: now };
  }
  if (paused === false && state !== 'active')
    return { ...RESET_HEALTH, state: 'active', stateReason: null, stateSince: now };
  return {};
}

async function subscribe(transaction: StoreTransaction, webhookId: number, kinds: readonly string[]): Promise<void> {
  await transaction.remove('subscriptions', { webhookId });
  await transaction.insertAbsent(
    'subscriptions',
    kinds.map((kind) => ({ kind, webhookId })),
  );
}
