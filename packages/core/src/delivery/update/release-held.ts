import type { StoreTransaction, TenantStore } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { discardSome } from '../endpoint-queues/discard-some.ts';
import { holdPending } from '../endpoint-queues/hold-pending.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import { holdReasonOf } from '../subscriptions/hold-reason.ts';
import type { WebhookChange } from './webhook-change-input.ts';

/** The held deliveries to release, and the time. */
export interface ReleaseOptions {
  readonly held: WebhookChange['held'];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Maximum number of deliveries in one transaction. */
const SLICE = 1000;

/**
 * Releases or cancels the held deliveries of a webhook in the next claims of its endpoint queue. This changes one row, regardless
 * of their number. Deliveries that are held because of a missing permission stay held.
 *
 * @param endpointQueue - the locked row.
 */
export async function releaseHeld(
  transaction: StoreTransaction,
  { webhookId, held: heldBefore }: Row<'endpointQueues'>,
  { held, now }: ReleaseOptions,
): Promise<void> {
  const all = { webhookId, status: 'held' };
  const lacking = await transaction.count('deliveries', { ...all, holdReason: 'permission' });
  const [last] =
    held === 'resume' ? [] : await transaction.find('deliveries', { where: all, orderBy: [['id', 'desc']], limit: 1 });
  await transaction.update(
    'endpointQueues',
    { webhookId },
    {
      overflow: { increment: heldBefore - lacking },
      held: lacking,
      nextDueAt: now,
      ...(last ? { discardThrough: last.id, discardBefore: typeof held === 'object' ? held.since : null } : {}),
    },
  );
}

/** Completes the cancellation of held deliveries that an earlier change has begun. */
export function finishDiscarding(store: TenantStore, webhookId: number, now: number): Promise<void> {
  return inParts(store, webhookId, (transaction, endpointQueue, state) =>
    discardSome(transaction, endpointQueue, { isActive: state === 'active', now }),
  );
}

/**
 * Completes the hold of waiting deliveries that a pause has begun. Otherwise, a webhook that is resumed soon would send the rest before
 * the earlier deliveries, which are held.
 */
export function finishHolding(store: TenantStore, webhookId: number, now: number): Promise<void> {
  return inParts(store, webhookId, async (transaction, { pending }, state) => {
    if (state === 'active' || pending === 0) return true;
    return (await holdPending(transaction, webhookId, holdReasonOf(state), now)) === null;
  });
}

/** Treats deliveries that were held because of a missing permission like all other held ones. */
export function permitHeld(store: TenantStore, webhookId: number): Promise<void> {
  return inParts(store, webhookId, async (transaction, _endpointQueue, state) => {
    const rows = await transaction.find('deliveries', {
      where: { webhookId, status: 'held', holdReason: 'permission' },
      orderBy: [['id', 'asc']],
      limit: SLICE,
      lock: 'update',
    });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await transaction.update('deliveries', { id: { in: ids } }, { holdReason: 'paused' });
    // If the webhook is active, they are released automatically from now on.
    if (state === 'active' && ids.length > 0) {
      const moved = { held: { increment: -ids.length }, overflow: { increment: ids.length } };
      await transaction.update('endpointQueues', { webhookId }, moved);
    }
    return ids.length < SLICE;
  });
}

/** Changes the endpoint queue of a webhook in parts, one per transaction. @param part - returns whether it was the last. */
async function inParts(
  store: TenantStore,
  webhookId: number,
  part: (transaction: StoreTransaction, endpointQueue: Row<'endpointQueues'>, state: string) => Promise<boolean>,
): Promise<void> {
  for (let isAll = false; !isAll; ) {
    isAll = await store.transaction(async (transaction) => {
      const endpointQueue = (await lockEndpointQueues(transaction, [webhookId])).get(webhookId);
      const [webhook] = await transaction.find('webhooks', { where: { id: webhookId } });
      return endpointQueue && webhook ? part(transaction, endpointQueue, webhook.state) : true;
    });
  }
}
