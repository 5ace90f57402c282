import type { Settings } from '../../options/settings.ts';
import type { AllTenantsTransaction, Patch } from '../../ports/store/store.ts';
import type { OwnedRow, Row } from '../../ports/store/tables.ts';
import { type BreakerState, breakerState } from '../breaker/breaker-state.ts';
import { allowanceAt, theoreticalAfter } from '../breaker/delivery-rate.ts';
import { hasReleasable } from '../endpoint-queues/held-counters.ts';
import type { Lease } from '../endpoint-queues/lease.ts';
import type { EndpointLimits } from '../scheduling/endpoint-limits.ts';
import { type DeliveryOptions, sharedCap } from '../subscriptions/delivery-options.ts';
import { readWaiting } from './read-waiting.ts';
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
  readonly max: number;
  /** The time at which more than `max` may be sent; null if it depends on deliveries in flight. */
  readonly moreAt: number | null;
}

/** A claim whose number of deliveries is known, before they are read. */
interface PlannedClaim {
  readonly request: EndpointClaimRequest;
  readonly breaker: BreakerState;
  readonly limits: EndpointLimits;
  /** Undefined while the breaker blocks deliveries. */
  readonly allowance: Allowance | undefined;
}

/**
 * Claims the oldest due deliveries of endpoint queues, as many of each as its endpoint may have now. One query reads those of all
 * endpoint queues with the same number. The caller writes the changed endpoint queues, all in the same way.
 */
export async function claimEndpoints(
  transaction: AllTenantsTransaction,
  requests: readonly EndpointClaimRequest[],
): Promise<readonly EndpointClaim[]> {
  const planned = await Promise.all(requests.map((request) => plan(transaction, request)));
  const open = planned.flatMap(({ request, allowance }) =>
    // The additional row shows when the endpoint queue is due again.
    allowance ? [{ webhookId: request.webhook.id, limit: allowance.max + 1 }] : [],
  );
  const waiting = await readWaiting(transaction, open);
  return Promise.all(
    planned.map((plannedClaim) =>
      claimOldest(transaction, plannedClaim, waiting.get(plannedClaim.request.webhook.id) ?? []),
    ),
  );
}

async function plan(transaction: AllTenantsTransaction, request: EndpointClaimRequest): Promise<PlannedClaim> {
  const options: DeliveryOptions = request.webhook.options;
  const breaker = breakerState(request.webhook, request.lease.now);
  const limits = endpointLimits(options, breaker);
  if (breaker.blockedUntil !== null) return { request, breaker, limits, allowance: undefined };
  const want = limits.ahead ? request.want : request.atOnce;
  const allowance = await allowanceOf(transaction, { ...request, want }, options, breaker.probe);
  return { request, breaker, limits, allowance };
}

/** @param rows - the oldest waiting deliveries, one more than the allowance if there are as many. */
async function claimOldest(
  transaction: AllTenantsTransaction,
  { request, breaker, limits, allowance }: PlannedClaim,
  rows: readonly OwnedRow<'deliveries'>[],
): Promise<EndpointClaim> {
  const { webhook, endpointQueue, lease, settings } = request;
  const unchanged = { webhook, lease, settings, limits };
  if (!allowance) {
    const dueAt = endpointQueue.nextDueAt;
    const nextDueAt = dueAt === null ? null : Math.max(dueAt, breaker.blockedUntil ?? dueAt);
    return { ...unchanged, due: [], nextDueAt, endpointQueue: { nextDueAt }, atCap: false, probe: false };
  }
  const due = rows.slice(0, allowance.max).filter(({ dueAt }) => dueAt <= lease.now);
  const next = await nextDueAfter(transaction, request, rows[due.length]?.dueAt ?? null);
  const atCap = next !== null && allowance.moreAt === null && due.length === allowance.max && next <= lease.now;
  const nextDueAt =
    next === null ? null : due.length === allowance.max ? Math.max(next, allowance.moreAt ?? next) : next;
  const { ratePerSecond }: DeliveryOptions = webhook.options;
  const patch: Patch<'endpointQueues'> = {
    pending: { increment: -due.length },
    nextDueAt,
    ...(ratePerSecond !== undefined && due.length > 0
      ? { rateMicros: theoreticalAfter(endpointQueue.rateMicros, ratePerSecond, lease.now, due.length) }
      : {}),
  };
  const probe = breaker.probe && due.length > 0;
  // No other node probes in the meantime. If this node dies, the next probe begins when the lease expires.
  if (probe) await transaction.update('webhooks', { id: webhook.id }, { breakerUntil: lease.until });
  return { ...unchanged, due, nextDueAt, endpointQueue: patch, atCap, probe };
}

/** Returns the limits of an endpoint at a time. */
export function limitsOf(webhook: OwnedRow<'webhooks'>, now: number): EndpointLimits {
  return endpointLimits(webhook.options as DeliveryOptions, breakerState(webhook, now));
}

/**
 * Returns the limits of an endpoint. Nothing is leased ahead if a leased delivery counts as in flight, or while the receiver's
 * health is unknown.
 */
function endpointLimits(options: DeliveryOptions, { blockedUntil, probe }: BreakerState): EndpointLimits {
  const cap = sharedCap(options);
  const ahead = cap === undefined && options.ratePerSecond === undefined && blockedUntil === null && !probe;
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
  if (!hasReleasable(endpointQueue) || (following !== null && following <= now)) return following;
  // Claimed deliveries may return to the queue. If no other one waits, one more keeps the endpoint queue active.
  const room = Math.max(backlogLimit - endpointQueue.pending, following === null ? 1 : 0);
  return (await refillEndpointQueue(transaction, { endpointQueue, room, now })) ?? following;
}

/** Returns the smallest of the node's request, the breaker's probe, the endpoint's cap over all nodes, and its rate. */
async function allowanceOf(
  transaction: AllTenantsTransaction,
  { webhook, endpointQueue, want, lease }: EndpointClaimRequest,
  options: DeliveryOptions,
  probe: boolean,
): Promise<Allowance> {
  if (want === 0) return { max: 0, moreAt: lease.now };
  if (probe) return { max: 1, moreAt: lease.until };
  const cap = sharedCap(options);
  let allowance: Allowance = { max: want, moreAt: lease.now };
  if (cap !== undefined) {
    const where = { webhookId: webhook.id, status: 'leased' };
    const inFlight = (await transaction.find('deliveries', { where, limit: cap })).length;
    if (cap - inFlight <= want) allowance = { max: cap - inFlight, moreAt: null };
  }
  if (options.ratePerSecond === undefined) return allowance;
  const { count, nextAt } = allowanceAt(endpointQueue.rateMicros, options.ratePerSecond, lease.now);
  if (count >= allowance.max) return allowance;
  const after = theoreticalAfter(endpointQueue.rateMicros, options.ratePerSecond, lease.now, count);
  return { max: count, moreAt: count === 0 ? nextAt : allowanceAt(after, options.ratePerSecond, lease.now).nextAt };
}
