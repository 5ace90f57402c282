import { createAdditionalPermits } from './additional-permits.ts';
import { createLeaseAhead } from './lease-ahead.ts';
import { createWaitingEndpoints } from './waiting-endpoints.ts';

/** A request for deliveries of an endpoint queue. */
export interface EndpointRequest {
  readonly webhookId: number;
  readonly want: number;
  /** The number that could be sent immediately; the others are leased ahead. */
  readonly atOnce: number;
}

/** Limits of the scheduler. */
export interface SchedulerLimits {
  /** Maximum number of leased deliveries over all endpoint queues. */
  readonly total: number;
  /** Maximum number of deliveries of one endpoint queue in flight. */
  readonly perEndpoint: number;
  /** Deliveries that an endpoint queue may claim at a time; more if few endpoint queues wait. */
  readonly quantum: number;
}

/** The limits that an endpoint sets for its queue. */
export interface EndpointLimits {
  /** Maximum number of deliveries of the endpoint queue in flight; undefined for the common limit. */
  readonly cap: number | undefined;
  /** True when deliveries beyond the cap may be leased before they can be sent. */
  readonly ahead: boolean;
}

/**
 * The endpoint queues that may have due deliveries on this node, served round robin: tenant by tenant first, then the endpoints of
 * each. Each leased delivery has a permit. A queue at its cap leaves the rotation and returns when one of its deliveries ends, so
 * that a slow receiver delays no other.
 *
 * When all permits are in use, the waiting queues of tenants with few deliveries in progress get additional ones: see
 * {@link createAdditionalPermits}. A queue whose deliveries end quickly may lease ahead, while less than half of the permits are in
 * use: see {@link createLeaseAhead}.
 */
export interface RoundRobinScheduler {
  /** Reports that an endpoint queue may have due deliveries. */
  add(webhookId: number): void;
  /**
   * Returns the next requests, until all permits are assigned. Their queues leave the rotation until {@link
   * RoundRobinScheduler.claimed}.
   */
  take(): readonly EndpointRequest[];
  /**
   * Reports the result of a claim.
   *
   * @param more - when more deliveries are due: `now`, or once a delivery of the queue has ended.
   */
  claimed(webhookId: number, count: number, more?: 'now' | 'after-end'): void;
  /**
   * Reserves a permit for a new delivery of an endpoint queue, which counts as leased. Returns false if the queue is at its cap or
   * waits itself, or if no permit is free that another queue could not use, unless its tenant may have an additional one.
   */
  reserve(webhookId: number, tenant: string): boolean;
  /** Releases unused permits. */
  unreserve(webhookId: number, count: number): void;
  /** Sets the tenant of an endpoint queue, once it was claimed from. */
  setTenant(webhookId: number, tenant: string): void;
  /** Sets the limits of an endpoint queue. */
  setLimits(webhookId: number, limits: EndpointLimits): void;
  /**
   * Reports the end of a leased delivery of the endpoint queue.
   *
   * @param quickly - whether it was delivered quickly; otherwise the endpoint queue leases nothing ahead for now.
   */
  ended(webhookId: number, quickly: boolean): void;
  /** Returns whether any queue can be claimed from. */
  hasReady(): boolean;
  /** Returns whether a queue waits that could send at once. A queue that only leases ahead can wait a moment. */
  hasUrgent(): boolean;
  /** Removes and returns the queues that have more deliveries than could be claimed, for a node that stops. */
  abandon(): readonly number[];
  /** Returns whether the queue waits for a claim or is being claimed. */
  isWaiting(webhookId: number): boolean;
  /** Returns whether the queue has nothing waiting, claimed or leased. */
  isIdle(webhookId: number): boolean;
  /** Returns the number of concurrent deliveries that the queue may have. */
  capOf(webhookId: number): number;
  /** The number of leased deliveries over all endpoint queues. */
  readonly leased: number;
}

/**
 * Maximum number of endpoint queues whose caps are kept; the oldest are removed first. A queue without its cap asks for more than a
 * claim may give it.
 */
const MAX_CAPS = 100_000;

/** Creates a scheduler without endpoint queues. */
export function createRoundRobinScheduler({ total, perEndpoint, quantum }: SchedulerLimits): RoundRobinScheduler {
  const waiting = createWaitingEndpoints(quantum);
  const atCap = new Set<number>();
  /** The requests that are being claimed, by endpoint queue. */
  const claiming = new Map<number, { readonly want: number; readonly tenant: string | undefined }>();
  const leasedIn = new Map<number, { count: number; readonly tenant: string | undefined }>();
  /** The number of deliveries of each tenant that are leased or being claimed. */
  const permitsOf = new Map<string | undefined, number>();
  const caps = new Map<number, number>();
  const leaseAhead = createLeaseAhead();
  let leased = 0;
  let requested = 0;

  const capOf = (webhookId: number): number => caps.get(webhookId) ?? perEndpoint;
  const countOf = (webhookId: number): number => leasedIn.get(webhookId)?.count ?? 0;
  const free = (): number => total - leased - requested;
  /** Returns how many deliveries may be leased ahead over all endpoint queues. */
  const spare = (): number => free() - Math.ceil(total / 2);

  /** Returns how many more deliveries a queue may take. */
  const roomOf = (webhookId: number): number => {
    const room = capOf(webhookId) - countOf(webhookId);
    return Math.max(room, Math.min(room + leaseAhead.countFor(webhookId), spare()));
  };
  const addPermits = (tenant: string | undefined, count: number): void => {
    const permits = (permitsOf.get(tenant) ?? 0) + count;
    if (permits > 0) permitsOf.set(tenant, permits);
    else permitsOf.delete(tenant);
  };
  const queue = (webhookId: number): void => {
    if (roomOf(webhookId) > 0) waiting.add(webhookId);
    else atCap.add(webhookId);
  };

  /** Adds leased deliveries, or removes them if `count` is negative. */
  const addLeased = (webhookId: number, count: number): void => {
    const entry = leasedIn.get(webhookId) ?? { count: 0, tenant: waiting.tenantOf(webhookId) };
    entry.count += count;
    leased += count;
    if (entry.count > 0) leasedIn.set(webhookId, entry);
    else leasedIn.delete(webhookId);
    addPermits(entry.tenant, count);
  };

  const additional = createAdditionalPermits({
    total,
    waiting,
    free,
    permitsOf: (tenant) => permitsOf.get(tenant) ?? 0,
    roomOf: (webhookId) => (claiming.has(webhookId) ? 0 : capOf(webhookId) - countOf(webhookId)),
  });

  const isIdle = (webhookId: number): boolean =>
    countOf(webhookId) === 0 && ![waiting, atCap, claiming].some((endpointQueues) => endpointQueues.has(webhookId));

  /**
   * Returns whether one of the queues that can be claimed now matches. A queue that is being claimed reports by itself whether it
   * has more.
   */
  const someWaits = (is: (webhookId: number) => boolean): boolean =>
    waiting.some((webhookId) => !claiming.has(webhookId) && is(webhookId));

  return {
    add(webhookId) {
      if (!atCap.has(webhookId)) queue(webhookId);
    },
    take() {
      const requests: EndpointRequest[] = [];
      const request = (webhookId: number, want: number): void => {
        const tenant = waiting.tenantOf(webhookId);
        if (tenant === undefined) additional.servedUnknown();
        claiming.set(webhookId, { want, tenant });
        requested += want;
        addPermits(tenant, want);
        leaseAhead.claimed(webhookId);
        const atOnce = Math.min(Math.max(capOf(webhookId) - countOf(webhookId), 0), want);
        requests.push({ webhookId, want, atOnce });
      };
      waiting.serve(free, (webhookId, max) => {
        if (claiming.has(webhookId)) return 0;
        const want = Math.min(roomOf(webhookId), max, free());
        waiting.delete(webhookId);
        // Its cap was lowered, or others have taken the permits for leasing ahead.
        if (want <= 0) {
          atCap.add(webhookId);
          return 0;
        }
        request(webhookId, want);
        return want;
      });
      for (const webhookId of additional.queues()) {
        const want = additional.countFor(webhookId);
        waiting.delete(webhookId);
        additional.granted();
        request(webhookId, want);
      }
      return requests;
    },
    claimed(webhookId, count, more) {
      const { want = 0, tenant } = claiming.get(webhookId) ?? {};
      claiming.delete(webhookId);
      requested -= want;
      addPermits(tenant, -want);
      if (count > 0) addLeased(webhookId, count);
      const added = waiting.delete(webhookId);
      if (more === 'after-end' && countOf(webhookId) > 0) atCap.add(webhookId);
      else if (added || more === 'now') queue(webhookId);
      if (isIdle(webhookId)) leaseAhead.disable(webhookId);
    },
    reserve(webhookId, tenant) {
      const isBusy = [waiting, claiming, atCap].some((endpointQueues) => endpointQueues.has(webhookId));
      if (isBusy || countOf(webhookId) >= capOf(webhookId)) return false;
      const isFree = free() > 0 && !someWaits(() => true);
      if (!isFree && !additional.isFreeFor(tenant)) return false;
      if (!isFree) additional.granted();
      waiting.setTenant(webhookId, tenant);
      addLeased(webhookId, 1);
      return true;
    },
    unreserve(webhookId, count) {
      if (count === 0) return;
      addLeased(webhookId, -count);
      if (atCap.delete(webhookId)) queue(webhookId);
    },
    setTenant: waiting.setTenant,
    setLimits(webhookId, { cap, ahead }) {
      caps.delete(webhookId);
      if (cap !== undefined) caps.set(webhookId, cap);
      const [oldest] = caps.keys();
      if (caps.size > MAX_CAPS && oldest !== undefined) caps.delete(oldest);
      if (ahead) leaseAhead.enable(webhookId);
      else leaseAhead.disable(webhookId);
    },
    ended(webhookId, quickly) {
      addLeased(webhookId, -1);
      leaseAhead.ended(webhookId, quickly);
      if (atCap.delete(webhookId)) queue(webhookId);
      if (isIdle(webhookId)) leaseAhead.disable(webhookId);
    },
    hasReady: () => (free() > 0 && someWaits(() => true)) || additional.areWanted(),
    hasUrgent: () =>
      (free() > 0 && someWaits((webhookId) => countOf(webhookId) < capOf(webhookId))) || additional.areWanted(),
    abandon() {
      const left = [...waiting.all(), ...atCap];
      for (const webhookId of left) waiting.delete(webhookId);
      atCap.clear();
      return left;
    },
    isWaiting: (webhookId) => waiting.has(webhookId) || claiming.has(webhookId),
    isIdle,
    capOf,
    get leased() {
      return leased;
    },
  };
}
