import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { putAside } from './put-aside.ts';
import type { LaneRequest } from './ready-ring.ts';

/** Who claims, and for how long. */
export interface Lease {
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly until: number;
}

/** What came of a lane's turn. */
export interface LaneClaim {
  readonly webhookId: number;
  readonly claimed: readonly ClaimedDelivery[];
  /** When the next delivery of the lane is due; null when none waits. */
  readonly nextDueAt: number | null;
  /** Whether somebody else has the lane locked, so that nothing is known of it. */
  readonly busy: boolean;
}

interface Turn {
  readonly webhook: Row<'webhooks'>;
  readonly due: readonly Row<'deliveries'>[];
  readonly nextDueAt: number | null;
}

/**
 * Leases due deliveries of lanes: the oldest due of each, up to what is wanted. A lane that another node works on is left
 * out. What waits for a webhook that is not active any more is put aside.
 */
export async function claim(
  transaction: StoreTransaction,
  requests: readonly LaneRequest[],
  lease: Lease,
): Promise<readonly LaneClaim[]> {
  if (requests.length === 0) return [];
  const turns = await takeTurns(transaction, requests, lease.now);
  const busy = await lanesOf(
    transaction,
    requests.filter(({ webhookId }) => !turns.has(webhookId)),
  );
  const due = [...turns.values()].flatMap((turn) => turn.due);
  const events = await leaseAll(transaction, due, lease);
  return requests.map(({ webhookId }) => {
    const turn = turns.get(webhookId);
    const claimed = (turn?.due ?? []).flatMap((row) => {
      const event = events.get(row.eventId);
      return turn && event ? [{ delivery: leased(row, lease), webhook: turn.webhook, event }] : [];
    });
    return { webhookId, claimed, nextDueAt: turn?.nextDueAt ?? null, busy: busy.has(webhookId) };
  });
}

async function takeTurns(
  transaction: StoreTransaction,
  requests: readonly LaneRequest[],
  now: number,
): Promise<ReadonlyMap<number, Turn>> {
  const ids = requests.map(({ webhookId }) => webhookId);
  const lanes = await transaction.find('lanes', { where: { webhookId: { in: ids } }, lock: 'skip-locked' });
  const webhooks = await transaction.find('webhooks', { where: { id: { in: lanes.map((lane) => lane.webhookId) } } });
  const wanted = new Map(requests.map(({ webhookId, want }) => [webhookId, want]));
  const turns = new Map<number, Turn>();
  for (const webhook of webhooks) {
    if (webhook.state === 'active') {
      turns.set(webhook.id, await takeTurn(transaction, webhook, wanted.get(webhook.id) ?? 0, now));
    } else {
      await putAside(transaction, webhook.id, webhook.state === 'deleted' ? 'cancelled' : 'held', now);
      turns.set(webhook.id, { webhook, due: [], nextDueAt: null });
    }
  }
  return turns;
}

async function takeTurn(
  transaction: StoreTransaction,
  webhook: Row<'webhooks'>,
  want: number,
  now: number,
): Promise<Turn> {
  const webhookId = webhook.id;
  const rows = await transaction.find('deliveries', {
    where: { webhookId, status: 'pending' },
    orderBy: [
      ['dueAt', 'asc'],
      ['id', 'asc'],
    ],
    // One more than wanted tells when the lane is due again.
    limit: want + 1,
    lock: 'update',
  });
  const due = rows.slice(0, want).filter(({ dueAt }) => dueAt <= now);
  const nextDueAt = rows[due.length]?.dueAt ?? null;
  await transaction.update('lanes', { webhookId }, { pending: { increment: -due.length }, nextDueAt });
  return { webhook, due, nextDueAt };
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
  await transaction.update(
    'deliveries',
    { id: { in: due.map(({ id }) => id) } },
    {
      status: 'leased',
      attempts: { increment: 1 },
      leaseOwner: owner,
      leaseGeneration: { increment: 1 },
      leaseUntil: until,
    },
  );
  const eventIds = [...new Set(due.map(({ eventId }) => eventId))];
  const events = await transaction.find('events', { where: { id: { in: eventIds } } });
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
