import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { Settings } from '../../options/settings.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { cancelRest, holdPending } from '../endpoint-queues/hold-pending.ts';
import type { EndpointLimits } from '../scheduling/endpoint-limits.ts';
import type { EndpointRequest } from '../scheduling/round-robin-scheduler.ts';
import type { TenantReservation } from '../scheduling/tenant-semaphore.ts';
import { holdReasonOf } from '../subscriptions/hold-reason.ts';
import { claimEndpoints, type EndpointClaim, type EndpointClaimRequest, limitsOf } from './claim-endpoints.ts';
import { ClaimedDelivery } from './claimed-delivery.ts';
import type { HeldTenants } from './held-tenants.ts';
import { LEASE_GRACE_MS } from './lease-grace.ts';
import { leaseDeliveries, leased, writeEndpointQueues } from './write-claims.ts';

/** The result of claiming from an endpoint queue. */
export interface ClaimResult {
  readonly webhookId: number;
  readonly claimed: readonly ClaimedDelivery[];
  /** The time at which the next delivery of the endpoint queue may be sent; null if none waits. */
  readonly nextDueAt: number | null;
  /** True when more deliveries are due and wait for the ones in flight to end. */
  readonly atCap: boolean;
  /** True when more deliveries are due and wait for others of their tenant to end. */
  readonly tenantFull: boolean;
  /** The limits that the endpoint sets for its queue; undefined while another transaction holds its lock. */
  readonly limits: EndpointLimits | undefined;
  /** The tenant; undefined while another transaction holds the lock of the endpoint queue. */
  readonly tenant: string | undefined;
  /** The settings of its tenant. */
  readonly settings: Settings;
  /** True while another transaction holds the lock of the endpoint queue, so that its state is not known. */
  readonly busy: boolean;
}

/** Rules of a batch of claims. */
export interface ClaimRules {
  /** The id of this process in leases. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly settings: TenantSettings;
  readonly heldTenants: HeldTenants;
  /** Reserves permits of tenants with a limit. */
  readonly reservation: TenantReservation;
  /** Maximum number of waiting deliveries in an endpoint queue, without held ones. @default the documented limit */
  readonly backlogLimit?: number | undefined;
}

/** A claim with its use of the limit of its tenant. */
interface TenantClaim extends EndpointClaim, Pick<ClaimResult, 'tenantFull'> {
  /** True when its deliveries have permits of their tenant. */
  readonly hasTenantPermits: boolean;
}

/** The limits of an endpoint queue from which nothing is leased. */
const NO_LIMITS: EndpointLimits = { cap: undefined, ahead: false };

/**
 * Leases due deliveries of endpoint queues: the oldest of each, up to the requested number and the limits of the endpoint. An
 * endpoint queue that another node has locked is skipped. Deliveries of a webhook that is not active are held. Those of a
 * suspended tenant are unchanged, and its endpoint queues are not due until the tenant is resumed.
 */
export async function claim(
  transaction: AllTenantsTransaction,
  requests: readonly EndpointRequest[],
  rules: ClaimRules,
): Promise<readonly ClaimResult[]> {
  if (requests.length === 0) return [];
  const claims = await claimAll(transaction, requests, rules);
  const busy = await endpointQueuesOf(
    transaction,
    requests.filter(({ webhookId }) => !claims.has(webhookId)),
  );
  const [events] = await Promise.all([
    leaseDeliveries(transaction, [...claims.values()]),
    writeEndpointQueues(transaction, [...claims.values()]),
  ]);
  return requests.map(({ webhookId }) => {
    const found = claims.get(webhookId);
    const claimed = (found?.due ?? []).flatMap((row) => {
      const event = events.get(row.eventId);
      if (!found || !event) return [];
      const { lease, webhook, probe, hasTenantPermits: hasTenantPermit } = found;
      return [new ClaimedDelivery({ delivery: leased(row, lease), webhook, event }, { probe, hasTenantPermit })];
    });
    return {
      webhookId,
      claimed,
      nextDueAt: found?.nextDueAt ?? null,
      atCap: found?.atCap ?? false,
      tenantFull: found?.tenantFull ?? false,
      limits: found?.limits ?? (busy.has(webhookId) ? undefined : NO_LIMITS),
      tenant: found?.webhook.tenant,
      settings: found?.settings ?? rules.settings.base,
      busy: busy.has(webhookId),
    };
  });
}

/**
 * Claims from all endpoint queues at once: independent calls go to the store together, so that a store across a network needs a
 * few round trips for all endpoint queues instead of some for each.
 */
async function claimAll(
  transaction: AllTenantsTransaction,
  requests: readonly EndpointRequest[],
  { owner, now, settings, heldTenants, reservation, backlogLimit = DEFAULT_WEBHOOK_OPTIONS.backlog.limit }: ClaimRules,
): Promise<ReadonlyMap<number, TenantClaim>> {
  const ids = requests.map(({ webhookId }) => webhookId);
  // The order matters: the webhooks are read when their endpoint queues are locked.
  const [endpointQueues, webhooks] = await Promise.all([
    transaction.find('endpointQueues', { where: { webhookId: { in: ids } }, lock: 'skip-locked' }),
    transaction.find('webhooks', { where: { id: { in: ids } } }),
  ]);
  const endpointQueueOf = new Map(endpointQueues.map((endpointQueue) => [endpointQueue.webhookId, endpointQueue]));
  const requestOf = new Map(requests.map((request) => [request.webhookId, request]));
  const tenants = webhooks.map(({ tenant }) => tenant);
  const [settingsOf, rules] = await Promise.all([
    settings.ofAll(tenants, transaction),
    heldTenants.among(tenants, transaction),
  ]);
  const open: EndpointClaimRequest[] = [];
  const shares = new Map<number, TenantShare>();
  const closed: (EndpointClaim | Promise<EndpointClaim>)[] = [];
  for (const webhook of webhooks) {
    const endpointQueue = endpointQueueOf.get(webhook.id);
    if (!endpointQueue) continue;
    const { want = 0, atOnce = 0 } = requestOf.get(webhook.id) ?? {};
    const own = settingsOf.get(webhook.tenant) ?? settings.base;
    const lease = { owner, now, until: now + own.webhookDeadlineMs + LEASE_GRACE_MS };
    const rule = rules.get(webhook.tenant);
    const request = { webhook, endpointQueue, want, atOnce, lease, backlogLimit, settings: own };
    if (webhook.state !== 'active') closed.push(holdOrCancel(transaction, request));
    else if (rule === 'held') closed.push(nothingFrom(request, { endpointQueue: { nextDueAt: null } }));
    else if (rule === undefined) open.push(request);
    else {
      const permits = reservation.acquire(webhook.tenant, rule, want);
      shares.set(webhook.id, { request, permits });
      if (permits > 0) open.push({ ...request, want: permits, atOnce: Math.min(atOnce, permits) });
      else closed.push({ ...nothingFrom(request, endpointQueue), limits: limitsOf(webhook, now), endpointQueue: {} });
    }
  }
  const [claimed, ...others] = await Promise.all([claimEndpoints(transaction, open), ...closed]);
  return new Map(
    [...claimed, ...others].map((endpointClaim) => [
      endpointClaim.webhook.id,
      withTenantShare(endpointClaim, shares.get(endpointClaim.webhook.id)),
    ]),
  );
}

/** A claim of a tenant with a limit, and the number of permits that it has. */
interface TenantShare {
  readonly request: EndpointClaimRequest;
  readonly permits: number;
}

function withTenantShare(claimed: EndpointClaim, share: TenantShare | undefined): TenantClaim {
  if (!share) return { ...claimed, tenantFull: false, hasTenantPermits: false };
  const { permits, request } = share;
  const { due, atCap, limits, nextDueAt, lease } = claimed;
  const isCut = due.length === permits && permits < (limits.ahead ? request.want : request.atOnce);
  const tenantFull = isCut && !atCap && nextDueAt !== null && nextDueAt <= lease.now;
  return { ...claimed, tenantFull, hasTenantPermits: true };
}

/** Holds or cancels the deliveries of a webhook that is not active. */
async function holdOrCancel(transaction: AllTenantsTransaction, request: EndpointClaimRequest): Promise<EndpointClaim> {
  const { webhook, lease } = request;
  const nextDueAt =
    webhook.state === 'deleted'
      ? await cancelRest(transaction, webhook.id, lease.now)
      : await holdPending(transaction, webhook.id, holdReasonOf(webhook.state), lease.now);
  return nothingFrom(request, { nextDueAt });
}

function nothingFrom(
  { webhook, lease, settings }: EndpointClaimRequest,
  { nextDueAt = null, endpointQueue = {} }: Partial<Pick<EndpointClaim, 'nextDueAt' | 'endpointQueue'>>,
): EndpointClaim {
  return { webhook, lease, settings, due: [], nextDueAt, endpointQueue, atCap: false, limits: NO_LIMITS, probe: false };
}

/** Returns the existing endpoint queues among those that could not be locked; the others were deleted with their webhook. */
async function endpointQueuesOf(
  transaction: AllTenantsTransaction,
  requests: readonly EndpointRequest[],
): Promise<ReadonlySet<number>> {
  if (requests.length === 0) return new Set();
  const ids = requests.map(({ webhookId }) => webhookId);
  const endpointQueues = await transaction.find('endpointQueues', { where: { webhookId: { in: ids } } });
  return new Set(endpointQueues.map(({ webhookId }) => webhookId));
}
