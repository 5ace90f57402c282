import type { Settings } from '../../options/settings.ts';
import type { AllTenantsTransaction, Patch } from '../../ports/store/store.ts';
import type { OwnedRow, Row } from '../../ports/store/tables.ts';
import { type BreakerState, breakerState } from '../breaker/breaker-state.ts';
import { allowanceAt, theoreticalAfter } from '../breaker/delivery-rate.ts';
import { hasMore } from '../endpoint-queues/held-in.ts';
import type { Lease } from '../endpoint-queues/lease.ts';
import type { EndpointLimits } from '../scheduling/round-robin-scheduler.ts';
import { type DeliveryOptions, sharedCap } from '../subscriptions/delivery-options.ts';
import { refillEndpointQueue } from './refill-endpoint-queue.ts';

/** An endpoint queue to claim from. Both rows are as the transaction sees them; the endpoint queue is locked. */
export interface EndpointClaimRequest {
  readonly webhook: OwnedRow<'webhooks'>;
  readonly endpointQueue: Row<'endpointQueues'>;
  readonly want: number;
  /** The number of deliveries that could be sent immediately. */
  readonly atOnce: number;
  readonly lease: Lease;
  /** The settings of its tenant. */
  readonly settings: Settings;
  /** Maximum number of waiting deliveries, without held ones. */
  readonly backlogLimit: number;
}

/** The deliveries that a claim takes from an endpoint queue. */
export interface EndpointClaim extends Pick<EndpointClaimRequest, 'lease' | 'settings'> {
  readonly webhook: OwnedRow<'webhooks'>;
  readonly due: readonly OwnedRow<'deliveries'>[];
  readonly nextDueAt: number | null;
  /** The patch to write to the endpoint queue. */
  readonly endpointQueue: Patch<'endpointQueues'>;
  readonly atCap: boolean;
  /** The limits that the endpoint sets for its queue. */
  readonly limits: EndpointLimits;
  /** True when the claimed delivery is the half-open probe. */
  readonly probe: boolean;
}

interface Allowance {
  readonly most: number;
  /** The time at which more than `most` may be sent; null if it depends on deliveries in flight. */
  readonly moreAt: number | null;
}

/**
 * Claims the oldest due deliveries of an endpoint queue, as many as its endpoint may have now. The caller writes the changed
 * endpoint queues, all in the same way.
 */
export async function claimEndpoint(
  transaction: AllTenantsTransaction,
  request: EndpointClaimRequest,
): Promise<EndpointClaim> {
  const { webhook, endpointQueue, lease, settings } = request;
  const webhookId = webhook.id;
  const options: DeliveryOptions = webhook.options;
  const gate = breakerState(webhook, lease.now);
  const limits = endpointLimits(options, gate);
  if (gate.closedUntil !== null) {
    const nextDueAt = endpointQueue.nextDueAt === null ? null : Math.max(endpointQueue.nextDueAt, gate.closedUntil);
    return {
      webhook,
      lease,
      settings,
      due: [],
      nextDueAt,
      endpointQueue: { nextDueAt },
      atCap: false,
      limits,
      probe: false,
    };
  }
  const want = limits.ahead ? request.want : request.atOnce;
  const allowance = await allowanceOf(transaction, { ...request, want }, options, gate.probe);
  const rows = await waiting(transaction, webhookId, allowance.most + 1);
  const due = rows.slice(0, allowance.most).filter(({ dueAt }) => dueAt <= lease.now);
  const next = await nextDueAfter(transaction, request, rows[due.length]?.dueAt ?? null);
  const atCap = next !== null && allowance.moreAt === null && due.length === allowance.most && next <= lease.now;
  const nextDueAt =
    next === null ? null : due.length === allowance.most ? Math.max(next, allowance.moreAt ?? next) : next;
  const { ratePerSecond } = options;
  const patch: Patch<'endpointQueues'> = {
    pending: { increment: -due.length },
    nextDueAt,
    ...(ratePerSecond !== undefined && due.length > 0
      ? { rateMicros: theoreticalAfter(endpointQueue.rateMicros, ratePerSecond, lease.now, due.length) }
      : {}),
  };
  // No other node probes in the meantime. If this node dies, the next probe begins when the lease expires.
  if (gate.probe && due.length > 0)
    await transaction.update('webhooks', { id: webhookId }, { breakerUntil: lease.until });
  const probe = gate.probe && due.length > 0;
  return { webhook, lease, settings, due, nextDueAt, endpointQueue: patch, atCap, limits, probe };
}

/** Returns the limits of an endpoint at a time. */
export function limitsOf(webhook: OwnedRow<'webhooks'>, now: number): EndpointLimits {
  return endpointLimits(webhook.options as DeliveryOptions, breakerState(webhook, now));
}

/**
 * Returns the limits of an endpoint. Nothing is leased ahead if a leased delivery counts as in flight, or while the receiver's
 * health is unknown.
 */
function endpointLimits(options: DeliveryOptions, { closedUntil, probe }: BreakerState): EndpointLimits {
  const cap = sharedCap(options);
  const ahead = cap === undefined && options.ratePerSecond === undefined && closedUntil === null && !probe;
  return { cap, ahead };
}

/**
 * Returns the time of the next claim. Held deliveries are released when no other one is due, so that a failed delivery does not
 * delay them.
 */
async function nextDueAfter(
  transaction: AllTenantsTransaction,
  { endpointQueue, lease: { now }, backlogLimit }: EndpointClaimRequest,
  following: number | null,
): Promise<number | null> {
  if (!hasMore(endpointQueue) || (following !== null && following <= now)) return following;
  // Claimed deliveries may return to the queue. If no other one waits, one more keeps the endpoint queue active.
  const room = Math.max(backlogLimit - endpointQueue.pending, following === null ? 1 : 0);
  return (await refillEndpointQueue(transaction, { endpointQueue, room, now })) ?? following;
}

function waiting(transaction: AllTenantsTransaction, webhookId: number, limit: number) {
  return transaction.find('deliveries', {
    where: { webhookId, status: 'pending' },
    orderBy: [
      ['dueAt', 'asc'],
      ['id', 'asc'],
    ],
    // The additional row shows when the endpoint queue is due again.
    limit,
    lock: 'update',
  });
}

/** Returns the smallest of the node's request, the breaker's probe, the endpoint's cap over all nodes, and its rate. */
async function allowanceOf(
  transaction: AllTenantsTransaction,
  { webhook, endpointQueue, want, lease }: EndpointClaimRequest,
  options: DeliveryOptions,
  probe: boolean,
): Promise<Allowance> {
  if (want === 0) return { most: 0, moreAt: lease.now };
  if (probe) return { most: 1, moreAt: lease.until };
  const cap = sharedCap(options);
  let allowance: Allowance = { most: want, moreAt: lease.now };
  if (cap !== undefined) {
    const where = { webhookId: webhook.id, status: 'leased' };
    const underWay = (await transaction.find('deliveries', { where, limit: cap })).length;
    if (cap - underWay <= want) allowance = { most: cap - underWay, moreAt: null };
  }
  if (options.ratePerSecond === undefined) return allowance;
  const { count, nextAt } = allowanceAt(endpointQueue.rateMicros, options.ratePerSecond, lease.now);
  if (count >= allowance.most) return allowance;
  const after = theoreticalAfter(endpointQueue.rateMicros, options.ratePerSecond, lease.now, count);
  return { most: count, moreAt: count === 0 ? nextAt : allowanceAt(after, options.ratePerSecond, lease.now).nextAt };
}
