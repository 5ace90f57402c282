import type { Patch, StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { type DeliveryOptions, sharedCap } from '../endpoint-health/delivery-options.ts';
import { allowanceAt, theoreticalAfter } from '../endpoint-health/delivery-rate.ts';
import { laneGate } from '../endpoint-health/lane-gate.ts';
import type { Lease } from './claim.ts';
import { hasMore, refillLane } from './refill-lane.ts';

/** A lane whose turn it is; both rows are as the transaction sees them, the lane is locked. */
export interface TurnRequest {
  readonly webhook: Row<'webhooks'>;
  readonly lane: Row<'lanes'>;
  readonly want: number;
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
  readonly cap: number | undefined;
  /** Whether what is claimed is to find out if the receiver is well again. */
  readonly trial: boolean;
}

interface Limits {
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
  const cap = sharedCap(options);
  const gate = laneGate(webhook, lease.now);
  if (gate.closedUntil !== null) {
    const nextDueAt = lane.nextDueAt === null ? null : Math.max(lane.nextDueAt, gate.closedUntil);
    return { webhook, due: [], nextDueAt, lane: { nextDueAt }, atCap: false, cap, trial: false };
  }
  const limits = await limitsOf(transaction, request, options, gate.trial);
  const rows = await waiting(transaction, webhookId, limits.most + 1);
  const due = rows.slice(0, limits.most).filter(({ dueAt }) => dueAt <= lease.now);
  const next = await nextDueAfter(transaction, request, rows[due.length]?.dueAt ?? null);
  const atCap = next !== null && limits.moreAt === null && due.length === limits.most && next <= lease.now;
  const nextDueAt = next === null ? null : due.length === limits.most ? Math.max(next, limits.moreAt ?? next) : next;
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
  return { webhook, due, nextDueAt, lane: patch, atCap, cap, trial: gate.trial && due.length > 0 };
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
async function limitsOf(
  transaction: StoreTransaction,
  { webhook, lane, want, lease }: TurnRequest,
  options: DeliveryOptions,
  trial: boolean,
): Promise<Limits> {
  if (trial) return { most: Math.min(want, 1), moreAt: lease.until };
  const cap = sharedCap(options);
  let limits: Limits = { most: want, moreAt: lease.now };
  if (cap !== undefined) {
    const where = { webhookId: webhook.id, status: 'leased' };
    const underWay = (await transaction.find('deliveries', { where, limit: cap })).length;
    if (cap - underWay <= want) limits = { most: cap - underWay, moreAt: null };
  }
  if (options.ratePerSecond === undefined) return limits;
  const { count, nextAt } = allowanceAt(lane.rateMicros, options.ratePerSecond, lease.now);
  if (count >= limits.most) return limits;
  const after = theoreticalAfter(lane.rateMicros, options.ratePerSecond, lease.now, count);
  return { most: count, moreAt: count === 0 ? nextAt : allowanceAt(after, options.ratePerSecond, lease.now).nextAt };
}
