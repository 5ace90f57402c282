import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { cancelRest, putAside } from '../endpoint-queues/hold-pending.ts';
import { holdReasonOf } from '../subscriptions/hold-reason.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { Lease } from './lease.ts';
import type { LaneLimits, LaneRequest } from './ready-ring.ts';
import { type LaneTurn, type TurnRequest, takeTurn } from './take-turn.ts';

/** What came of a lane's turn. */
export interface LaneClaim {
  readonly webhookId: number;
  readonly claimed: readonly ClaimedDelivery[];
  /** When the next delivery of the lane may be made; null when none waits. */
  readonly nextDueAt: number | null;
  /** Whether more is due, and waits for the end of what is under way. */
  readonly atCap: boolean;
  /** What the endpoint says of its lane; undefined when somebody else has it locked. */
  readonly limits: LaneLimits | undefined;
  /** Whether somebody else has the lane locked, so that nothing is known of it. */
  readonly busy: boolean;
}

/** Of a lane from which nothing is leased any more. */
const NO_LIMITS: LaneLimits = { cap: undefined, ahead: false };

/**
 * Leases due deliveries of lanes: the oldest due of each, up to what is wanted and what the endpoint may have now. A lane
 * that another node works on is left out. What waits for a webhook that is not active any more is put aside.
 */
export async function claim(
  transaction: StoreTransaction,
  requests: readonly LaneRequest[],
  lease: Lease,
  backlogLimit: number = DEFAULT_WEBHOOK_OPTIONS.backlog.limit,
): Promise<readonly LaneClaim[]> {
  if (requests.length === 0) return [];
  const turns = await takeTurns(transaction, requests, { lease, backlogLimit });
  const busy = await lanesOf(
    transaction,
    requests.filter(({ webhookId }) => !turns.has(webhookId)),
  );
  const due = [...turns.values()].flatMap((turn) => turn.due);
  const [events] = await Promise.all([leaseAll(transaction, due, lease), writeLanes(transaction, [...turns.values()])]);
  return requests.map(({ webhookId }) => {
    const turn = turns.get(webhookId);
    const claimed = (turn?.due ?? []).flatMap((row) => {
      const event = events.get(row.eventId);
      return turn && event ? [{ delivery: leased(row, lease), webhook: turn.webhook, event, trial: turn.trial }] : [];
    });
    return {
      webhookId,
      claimed,
      nextDueAt: turn?.nextDueAt ?? null,
      atCap: turn?.atCap ?? false,
      limits: turn?.limits ?? (busy.has(webhookId) ? undefined : NO_LIMITS),
      busy: busy.has(webhookId),
    };
  });
}

/**
 * All lanes at once: what does not wait for an answer goes to the store together, so that a store across a network is asked a few
 * times for all lanes, and not for each.
 */
async function takeTurns(
  transaction: StoreTransaction,
  requests: readonly LaneRequest[],
  rules: Pick<TurnRequest, 'lease' | 'backlogLimit'>,
): Promise<ReadonlyMap<number, LaneTurn>> {
  const ids = requests.map(({ webhookId }) => webhookId);
  // In this order: the webhooks are read when their lanes are locked.
  const [lanes, webhooks] = await Promise.all([
    transaction.find('lanes', { where: { webhookId: { in: ids } }, lock: 'skip-locked' }),
    transaction.find('webhooks', { where: { id: { in: ids } } }),
  ]);
  const laneOf = new Map(lanes.map((lane) => [lane.webhookId, lane]));
  const wanted = new Map(requests.map((request) => [request.webhookId, request]));
  const turns = webhooks.flatMap((webhook) => {
    const lane = laneOf.get(webhook.id);
    const { want = 0, atOnce = 0 } = wanted.get(webhook.id) ?? {};
    return lane ? [turnOf(transaction, { webhook, lane, want, atOnce, ...rules })] : [];
  });
  return new Map((await Promise.all(turns)).map((turn) => [turn.webhook.id, turn]));
}

async function turnOf(transaction: StoreTransaction, request: TurnRequest): Promise<LaneTurn> {
  const { webhook, lease } = request;
  if (webhook.state === 'active') return takeTurn(transaction, request);
  const nextDueAt =
    webhook.state === 'deleted'
      ? await cancelRest(transaction, webhook.id, lease.now)
      : await putAside(transaction, webhook.id, holdReasonOf(webhook.state), lease.now);
  return { webhook, due: [], nextDueAt, lane: {}, atCap: false, limits: NO_LIMITS, trial: false };
}

/** One statement for all lanes with which the same happens, as it does where one event went to many webhooks. */
async function writeLanes(transaction: StoreTransaction, turns: readonly LaneTurn[]): Promise<void> {
  const alike = Map.groupBy(turns, ({ lane }) => JSON.stringify(lane));
  const writes = [...alike.values()].map((group) => {
    const [{ lane }] = group as [LaneTurn];
    if (Object.keys(lane).length === 0) return undefined;
    return transaction.update('lanes', { webhookId: { in: group.map(({ webhook }) => webhook.id) } }, lane);
  });
  await Promise.all(writes);
}

/** Of lanes that could not be locked, those that exist: the others went with their webhook. */
async function lanesOf(transaction: StoreTransaction, requests: readonly LaneRequest[]): Promise<ReadonlySet<number>> {
  if (requests.length === 0) return new Set();
  const ids = requests.map(({ webhookId }) => webhookId);
  const lanes = await transaction.find('lanes', { where: { webhookId: { in: ids } } });
  return new Set(lanes.map(({ webhookId }) => webhookId));
}

/** Leases rows that the transaction has locked, and reads their events. */
async function leaseAll(
  transaction: StoreTransaction,
  due: readonly Row<'deliveries'>[],
  { owner, until }: Lease,
): Promise<ReadonlyMap<number, Row<'events'>>> {
  if (due.length === 0) return new Map();
  const eventIds = [...new Set(due.map(({ eventId }) => eventId))];
  const [, events] = await Promise.all([
    transaction.update(
      'deliveries',
      { id: { in: due.map(({ id }) => id) } },
      {
        status: 'leased',
        attempts: { increment: 1 },
        leaseOwner: owner,
        leaseGeneration: { increment: 1 },
        leaseUntil: until,
      },
    ),
    transaction.find('events', { where: { id: { in: eventIds } } }),
  ]);
  return new Map(events.map((event) => [event.id, event]));
}

function leased(row: Row<'deliveries'>, { owner, until }: Lease): Row<'deliveries'> {
  return {
    ...row,
    status: 'leased',
    attempts: row.attempts + 1,
    leaseOwner: owner,
    leaseGeneration: row.leaseGeneration + 1,
    leaseUntil: until,
  };
}
