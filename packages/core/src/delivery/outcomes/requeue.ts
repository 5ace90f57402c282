import type { AllTenantsTransaction, Patch } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { HoldOutcome } from '../endpoint-queues/hold-pending.ts';
import type { DeliveryOptions } from '../subscriptions/delivery-options.ts';
import { holdReasonOf } from '../subscriptions/hold-reason.ts';
import type { DecidedDelivery } from './write-ends.ts';

/**
 * Requeues deliveries to retry. If the webhook was paused or disabled in between, they are held; if it was deleted, they are
 * cancelled.
 *
 * @param endpointQueues - the locked endpoint queues of their webhooks.
 */
export async function requeue(
  transaction: AllTenantsTransaction,
  deliveries: readonly DecidedDelivery[],
  endpointQueues: ReadonlyMap<number, Row<'endpointQueues'>>,
  now: number,
): Promise<void> {
  const returning = deliveries.filter(({ decision }) => decision.kind === 'retry' || decision.kind === 'released');
  const webhookIds = [...new Set(returning.map(({ claimed }) => claimed.webhook.id))].sort((a, b) => a - b);
  if (webhookIds.length === 0) return;
  const webhooks = await transaction.find('webhooks', { where: { id: { in: webhookIds } } });
  const states = new Map(webhooks.map(({ id, state }) => [id, state]));
  for (const webhookId of webhookIds) {
    const own = returning.filter(({ claimed }) => claimed.webhook.id === webhookId);
    const endpointQueue = endpointQueues.get(webhookId);
    const outcome = holdOutcomeOf(endpointQueue, states.get(webhookId));
    const patch = patchFor(outcome, now);
    await release(transaction, own, patch);
    await cancelProbe(transaction, own, now);
    for (const each of own) await retry(transaction, each, patch);
    if (outcome?.status === 'held') {
      await transaction.update('endpointQueues', { webhookId }, { held: { increment: own.length } });
    }
    if (!endpointQueue || outcome) continue;
    const dueTimes = own.map(dueAtOf);
    const nextDueAt = Math.min(endpointQueue.nextDueAt ?? Number.POSITIVE_INFINITY, ...dueTimes);
    await transaction.update('endpointQueues', { webhookId }, { pending: { increment: own.length }, nextDueAt });
  }
}

/** Returns the new state of deliveries whose webhook is no longer active; undefined if it is active. */
function holdOutcomeOf(
  endpointQueue: Row<'endpointQueues'> | undefined,
  state: string | undefined,
): HoldOutcome | undefined {
  if (!endpointQueue || state === 'deleted') return { status: 'cancelled' };
  return state === undefined || state === 'active' ? undefined : { status: 'held', reason: holdReasonOf(state) };
}

function patchFor(outcome: HoldOutcome | undefined, now: number): Patch<'deliveries'> {
  return {
    status: outcome?.status ?? 'pending',
    holdReason: outcome?.status === 'held' ? outcome.reason : null,
    leaseOwner: null,
    leaseUntil: null,
    ...(outcome?.status === 'cancelled' ? { doneAt: now } : {}),
  };
}

/** Restores deliveries that were not sent or whose outcome does not count: due as before, without the attempt of the lease. */
async function release(
  transaction: AllTenantsTransaction,
  deliveries: readonly DecidedDelivery[],
  patch: Patch<'deliveries'>,
): Promise<void> {
  const ids = deliveries
    .filter(({ decision }) => decision.kind === 'released')
    .map(({ claimed }) => claimed.delivery.id);
  if (ids.length === 0) return;
  await transaction.update('deliveries', { id: { in: ids } }, { ...patch, attempts: { increment: -1 } });
}

/** This probe had no result, so the next claim may probe the receiver. */
async function cancelProbe(
  transaction: AllTenantsTransaction,
  deliveries: readonly DecidedDelivery[],
  now: number,
): Promise<void> {
  const probe = deliveries.find(({ claimed, decision }) => claimed.probe && decision.kind === 'released');
  if (!probe) return;
  const { webhook, delivery } = probe.claimed;
  const where = { id: webhook.id, breakerUntil: delivery.leaseUntil };
  await transaction.update('webhooks', where, { breakerUntil: now });
}

async function retry(
  transaction: AllTenantsTransaction,
  { claimed, attempt: { outcome }, decision }: DecidedDelivery,
  patch: Patch<'deliveries'>,
): Promise<void> {
  if (decision.kind !== 'retry') return;
  const response = outcome.kind === 'response' ? { lastStatusCode: outcome.statusCode } : {};
  // In an ordered endpoint queue, the first delivery stays first: the endpoint queue waits instead of the delivery. An
  // interrupted delivery keeps its position.
  const { ordered = false } = claimed.webhook.options as DeliveryOptions;
  const { dueAt } = claimed.delivery;
  const due = ordered ? {} : { dueAt: decision.uncounted ? Math.min(dueAt, decision.dueAt) : decision.dueAt };
  const count = decision.uncounted ? { attemptsBefore: { increment: 1 } } : {};
  await transaction.update('deliveries', { id: claimed.delivery.id }, { ...patch, ...response, ...due, ...count });
}

function dueAtOf({ claimed, decision }: DecidedDelivery): number {
  return decision.kind === 'retry' ? decision.dueAt : claimed.delivery.dueAt;
}
