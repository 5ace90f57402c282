import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { cancelRest, holdPending } from '../endpoint-queues/hold-pending.ts';
import { holdReasonOf } from '../subscriptions/hold-reason.ts';
import { claimEndpoint, type EndpointClaim, type EndpointClaimRequest } from './claim-endpoint.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { Lease } from './lease.ts';
import type { EndpointLimits, EndpointRequest } from './round-robin-scheduler.ts';

/** The result of claiming from an endpoint queue. */
export interface ClaimResult {
  readonly webhookId: number;
  readonly claimed: readonly ClaimedDelivery[];
  /** When the next delivery of the endpoint queue may be made; null when none waits. */
  readonly nextDueAt: number | null;
  /** True when more deliveries are due and wait for the ones in flight to end. */
  readonly atCap: boolean;
  /** The limits that the endpoint sets for its queue; undefined while another transaction holds its lock. */
  readonly limits: EndpointLimits | undefined;
  /** True while another transaction holds the lock of the endpoint queue, so that its state is not known. */
  readonly busy: boolean;
}

/** Of an endpoint queue from which nothing is leased any more. */
const NO_LIMITS: EndpointLimits = { cap: undefined, ahead: false };

/**
 * Leases due deliveries of endpoint queues: the oldest due of each, up to what is wanted and what the endpoint may have now. An endpoint queue
 * that another node works on is left out. What waits for a webhook that is not active any more is put aside.
 */
export async function claim(
  transaction: StoreTransaction,
  requests: readonly EndpointRequest[],
  lease: Lease,
  backlogLimit: number = DEFAULT_WEBHOOK_OPTIONS.backlog.limit,
): Promise<readonly ClaimResult[]> {
  if (requests.length === 0) return [];
  const claims = await claimEndpoints(transaction, requests, { lease, backlogLimit });
  const busy = await endpointQueuesOf(
    transaction,
    requests.filter(({ webhookId }) => !claims.has(webhookId)),
  );
  const due = [...claims.values()].flatMap((each) => each.due);
  const [events] = await Promise.all([
    leaseAll(transaction, due, lease),
    writeEndpointQueues(transaction, [...claims.values()]),
  ]);
  return requests.map(({ webhookId }) => {
    const found = claims.get(webhookId);
    const claimed = (found?.due ?? []).flatMap((row) => {
      const event = events.get(row.eventId);
      return found && event
        ? [{ delivery: leased(row, lease), webhook: found.webhook, event, probe: found.probe }]
        : [];
    });
    return {
      webhookId,
      claimed,
      nextDueAt: found?.nextDueAt ?? null,
      atCap: found?.atCap ?? false,
      limits: found?.limits ?? (busy.has(webhookId) ? undefined : NO_LIMITS),
      busy: busy.has(webhookId),
    };
  });
}

/**
 * All endpoint queues at once: what does not wait for an answer goes to the store together, so that a store across a network is asked a few
 * times for all endpoint queues, and not for each.
 */
async function claimEndpoints(
  transaction: StoreTransaction,
  requests: readonly EndpointRequest[],
  rules: Pick<EndpointClaimRequest, 'lease' | 'backlogLimit'>,
): Promise<ReadonlyMap<number, EndpointClaim>> {
  const ids = requests.map(({ webhookId }) => webhookId);
  // In this order: the webhooks are read when their endpoint queues are locked.
  const [endpointQueues, webhooks] = await Promise.all([
    transaction.find('endpointQueues', { where: { webhookId: { in: ids } }, lock: 'skip-locked' }),
    transaction.find('webhooks', { where: { id: { in: ids } } }),
  ]);
  const endpointQueueOf = new Map(endpointQueues.map((endpointQueue) => [endpointQueue.webhookId, endpointQueue]));
  const wanted = new Map(requests.map((request) => [request.webhookId, request]));
  const claims = webhooks.flatMap((webhook) => {
    const endpointQueue = endpointQueueOf.get(webhook.id);
    const { want = 0, atOnce = 0 } = wanted.get(webhook.id) ?? {};
    return endpointQueue ? [claimOf(transaction, { webhook, endpointQueue, want, atOnce, ...rules })] : [];
  });
  return new Map((await Promise.all(claims)).map((each) => [each.webhook.id, each]));
}

async function claimOf(transaction: StoreTransaction, request: EndpointClaimRequest): Promise<EndpointClaim> {
  const { webhook, lease } = request;
  if (webhook.state === 'active') return claimEndpoint(transaction, request);
  const nextDueAt =
    webhook.state === 'deleted'
      ? await cancelRest(transaction, webhook.id, lease.now)
      : await holdPending(transaction, webhook.id, holdReasonOf(webhook.state), lease.now);
  return { webhook, due: [], nextDueAt, endpointQueue: {}, atCap: false, limits: NO_LIMITS, probe: false };
}

/** One statement for all endpoint queues with which the same happens, as it does where one event went to many webhooks. */
async function writeEndpointQueues(transaction: StoreTransaction, claims: readonly EndpointClaim[]): Promise<void> {
  const alike = Map.groupBy(claims, ({ endpointQueue }) => JSON.stringify(endpointQueue));
  const writes = [...alike.values()].map((group) => {
    const [{ endpointQueue }] = group as [EndpointClaim];
    if (Object.keys(endpointQueue).length === 0) return undefined;
    return transaction.update(
      'endpointQueues',
      { webhookId: { in: group.map(({ webhook }) => webhook.id) } },
      endpointQueue,
    );
  });
  await Promise.all(writes);
}

/** Of endpoint queues that could not be locked, those that exist: the others went with their webhook. */
async function endpointQueuesOf(
  transaction: StoreTransaction,
  requests: readonly EndpointRequest[],
): Promise<ReadonlySet<number>> {
  if (requests.length === 0) return new Set();
  const ids = requests.map(({ webhookId }) => webhookId);
  const endpointQueues = await transaction.find('endpointQueues', { where: { webhookId: { in: ids } } });
  return new Set(endpointQueues.map(({ webhookId }) => webhookId));
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
