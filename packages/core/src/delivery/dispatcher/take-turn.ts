import type { Patch, StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { allowanceAt, theoreticalAfter } from '../breaker/delivery-rate.ts';
import { type LaneGate, laneGate } from '../breaker/lane-gate.ts';
import { type DeliveryOptions, sharedCap } from '../subscriptions/delivery-options.ts';
import type { Lease } from './lease.ts';
import type { LaneLimits } from './ready-ring.ts';
import { hasMore, refillLane } from './refill-lane.ts';

/** A lane whose turn it is; both rows are as the transaction sees them, the lane is locked. */
export interface TurnRequest {
  readonly webhook: Row<'webhooks'>;
  readonly lane: Row<'lanes'>;
  readonly want: number;
  /** How many of them could be made at once. */
  readonly atOnce: number;
  readonly lease: Lease;
  /** Deliveries that may wait in it, besides what is held. */
  readonly backlogLimit: number;
}

/** What a lane gives in its turn. */
export interface LaneTurn {
  readonly webhook: Row<'webhooks'>;
  readonly due: readonly Row<'deliveries'>[];
  readonly nextDueAt: number | null;
  /** What is to be written to the lane. */
  readonly lane: Patch<'lanes'>;
  readonly atCap: boolean;
  /** What the endpoint says of its lane. */
  readonly limits: LaneLimits;
  /** Whether what is claimed is to find out if the receiver is well again. */
  readonly trial: boolean;
}

interface Allowance {
  readonly most: number;
  /** When more than `most` may be sent; null when that depends on what is under way. */
  readonly moreAt: number | null;
}

/**
 * Takes the oldest due deliveries of a lane, as many as its endpoint may have now. What that makes of the lane is left to the
 * caller, who writes it for all lanes alike.
 */
export async function takeTurn(transaction: StoreTransaction, request: TurnRequest): Promise<LaneTurn> {
  const { webhook, lane, lease } = request;
  const webhookId = webhook.id;
  const options: DeliveryOptions = webhook.options;
  const gate = laneGate(webhook, lease.now);
  const limits = laneLimits(options, gate);
  if (gate.closedUntil !== null) {
    const nextDueAt = lane.nextDueAt === null ? null : Math.max(lane.nextDueAt, gate.closedUntil);
    return { webhook, due: [], nextDueAt, lane: { nextDueAt }, atCap: false, limits, trial: false };
  }
  const want = limits.ahead ? request.want : request.atOnce;
  const allowance = await allowanceOf(transaction, { ...request, want }, options, gate.trial);
  const rows = await waiting(transaction, webhookId, allowance.most + 1);
  const due = rows.slice(0, allowance.most).filter(({ dueAt }) => dueAt <= lease.now);
  const next = await nextDueAfter(transaction, request, rows[due.length]?.dueAt ?? null);
  const atCap = next !== null && allowance.moreAt === null && due.length === allowance.most && next <= lease.now;
  const nextDueAt =
    next === null ? null : due.length === allowance.most ? Math.max(next, allowance.moreAt ?? next) : next;
  const { ratePerSecond } = options;
  const patch: Patch<'lanes'> = {
    pending: { increment: -due.length },
    nextDueAt,
    ...(ratePerSecond !== undefined && due.length > 0
      ? { rateMicros: theoreticalAfter(lane.rateMicros, ratePerSecond, lease.now, due.length) }
      : {}),
  };
  // Nobody else tries meanwhile. If this node dies, the next trial begins when the lease has run out.
  if (gate.trial && due.length > 0)
    await transaction.update('webhooks', { id: webhookId }, { breakerUntil: lease.until });
  return { webhook, due, nextDueAt, lane: patch, atCap, limits, trial: gate.trial && due.length > 0 };
}

/** Nothing is leased ahead where that counts as under way, or where nobody knows if the receiver takes it. */
function laneLimits(options: DeliveryOptions, { closedUntil, trial }: LaneGate): LaneLimits {
  const cap = sharedCap(options);
  const ahead = cap === undefined && options.ratePerSecond === undefined && closedUntil === null && !trial;
  return { cap, ahead };
}

/** When there is more: what is held follows where nothing else is due now, so that a delivery that failed does not keep it waiting. */
async function nextDueAfter(
  transaction: StoreTransaction,
  { lane, lease: { now }, backlogLimit }: TurnRequest,
  following: number | null,
): Promise<number | null> {
  if (!hasMore(lane) || (following !== null && following <= now)) return following;
  // What has just been claimed may come back. Where nothing else waits, one more keeps the lane going.
  const room = Math.max(backlogLimit - lane.pending, following === null ? 1 : 0);
  return (await refillLane(transaction, { lane, room, now })) ?? following;
}

function waiting(transaction: StoreTransaction, webhookId: number, limit: number) {
  return transaction.find('deliveries', {
    where: { webhookId, status: 'pending' },
    orderBy: [
      ['dueAt', 'asc'],
      ['id', 'asc'],
    ],
    // One more than wanted tells when the lane is due again.
    limit,
    lock: 'update',
  });
}

/** The tightest of what the node wants, the breaker's trial, the endpoint's cap over all nodes, and its rate. */
async function allowanceOf(
  transaction: StoreTransaction,
  { webhook, lane, want, lease }: TurnRequest,
  options: DeliveryOptions,
  trial: boolean,
): Promise<Allowance> {
  if (want === 0) return { most: 0, moreAt: lease.now };
  if (trial) return { most: 1, moreAt: lease.until };
  const cap = sharedCap(options);
  let allowance: Allowance = { most: want, moreAt: lease.now };
  if (cap !== undefined) {
    const where = { webhookId: webhook.id, status: 'leased' };
    const underWay = (await transaction.find('deliveries', { where, limit: cap })).length;
    if (cap - underWay <= want) allowance = { most: cap - underWay, moreAt: null };
  }
  if (options.ratePerSecond === undefined) return allowance;
  const { count, nextAt } = allowanceAt(lane.rateMicros, options.ratePerSecond, lease.now);
  if (count >= allowance.most) return allowance;
  const after = theoreticalAfter(lane.rateMicros, options.ratePerSecond, lease.now, count);
  return { most: count, moreAt: count === 0 ? nextAt : allowanceAt(after, options.ratePerSecond, lease.now).nextAt };
}
