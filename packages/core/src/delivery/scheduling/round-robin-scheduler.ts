import { createAdditionalPermits } from './additional-permits.ts';
import type { EndpointLimits } from './endpoint-limits.ts';
import { createEndpointRoom } from './endpoint-room.ts';
import { createLeaseAhead } from './lease-ahead.ts';
import { createPermits } from './permits.ts';
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

/** Creates a scheduler without endpoint queues. */
export function createRoundRobinScheduler({ total, perEndpoint, quantum }: SchedulerLimits): RoundRobinScheduler {
  const waiting = createWaitingEndpoints(quantum);
  /** The queues that return to the rotation when one of their deliveries ends. */
  const atCap = new Set<number>();
  /** The queues that are being claimed from. */
  const claiming = new Map<number, { readonly want: number; readonly tenant: string | undefined }>();
  const permits = createPermits(total, waiting.tenantOf);
  const { free, leasedOf, addLeased, removeLeased } = permits;
  const leaseAhead = createLeaseAhead();
  const room = createEndpointRoom({ permits, leaseAhead, total, perEndpoint });
  const { belowCap } = room;
  const additional = createAdditionalPermits({
    total,
    waiting,
    free,
    permitsOf: permits.ofTenant,
    roomOf: (webhookId) => (claiming.has(webhookId) ? 0 : belowCap(webhookId)),
  });

  const isBusy = (webhookId: number): boolean =>
    waiting.has(webhookId) || claiming.has(webhookId) || atCap.has(webhookId);
  const isIdle = (webhookId: number): boolean => leasedOf(webhookId) === 0 && !isBusy(webhookId);

  /**
   * Returns whether one of the queues that can be claimed now matches. A queue that is being claimed reports by itself whether it
   * has more.
   */
  const someWaits = (matches: (webhookId: number) => boolean): boolean =>
    waiting.some((webhookId) => !claiming.has(webhookId) && matches(webhookId));

  const queue = (webhookId: number): void => {
    if (room.of(webhookId) > 0) waiting.add(webhookId);
    else atCap.add(webhookId);
  };

  const request = (webhookId: number, want: number): EndpointRequest => {
    const tenant = waiting.tenantOf(webhookId);
    if (tenant === undefined) additional.servedUnknown();
    claiming.set(webhookId, { want, tenant });
    permits.assign(tenant, want);
    leaseAhead.claimed(webhookId);
    return { webhookId, want, atOnce: Math.min(Math.max(belowCap(webhookId), 0), want) };
  };

  const requestInTurn = (requests: EndpointRequest[]): void =>
    waiting.serve(free, (webhookId, max) => {
      if (claiming.has(webhookId)) return 0;
      const want = Math.min(room.of(webhookId), max, free());
      waiting.delete(webhookId);
      // Its cap was lowered, or others have taken the permits for leasing ahead.
      if (want <= 0) {
        atCap.add(webhookId);
        return 0;
      }
      requests.push(request(webhookId, want));
      return want;
    });

  const requestAdditional = (requests: EndpointRequest[]): void => {
    for (const webhookId of additional.queues()) {
      const want = additional.countFor(webhookId);
      waiting.delete(webhookId);
      additional.granted();
      requests.push(request(webhookId, want));
    }
  };

  return {
    add(webhookId) {
      if (!atCap.has(webhookId)) queue(webhookId);
    },
    take() {
      const requests: EndpointRequest[] = [];
      requestInTurn(requests);
      requestAdditional(requests);
      return requests;
    },
    claimed(webhookId, count, more) {
      const { want = 0, tenant } = claiming.get(webhookId) ?? {};
      claiming.delete(webhookId);
      permits.takeBack(tenant, want);
      if (count > 0) addLeased(webhookId, count);
      const wasAdded = waiting.delete(webhookId);
      if (more === 'after-end' && leasedOf(webhookId) > 0) atCap.add(webhookId);
      else if (wasAdded || more === 'now') queue(webhookId);
      if (isIdle(webhookId)) leaseAhead.disable(webhookId);
    },
    reserve(webhookId, tenant) {
      if (isBusy(webhookId) || belowCap(webhookId) <= 0) return false;
      const isFree = free() > 0 && !someWaits(() => true);
      if (!isFree && !additional.isFreeFor(tenant)) return false;
      if (!isFree) additional.granted();
      waiting.setTenant(webhookId, tenant);
      addLeased(webhookId, 1);
      return true;
    },
    unreserve(webhookId, count) {
      if (count === 0) return;
      removeLeased(webhookId, count);
      if (atCap.delete(webhookId)) queue(webhookId);
    },
    setTenant: waiting.setTenant,
    setLimits: room.setLimits,
    ended(webhookId, quickly) {
      removeLeased(webhookId, 1);
      leaseAhead.ended(webhookId, quickly);
      if (atCap.delete(webhookId)) queue(webhookId);
      if (isIdle(webhookId)) leaseAhead.disable(webhookId);
    },
    hasReady: () => (free() > 0 && someWaits(() => true)) || additional.areWanted(),
    hasUrgent: () => (free() > 0 && someWaits((webhookId) => belowCap(webhookId) > 0)) || additional.areWanted(),
    abandon() {
      const left = [...waiting.all(), ...atCap];
      for (const webhookId of left) waiting.delete(webhookId);
      atCap.clear();
      return left;
    },
    isWaiting: (webhookId) => waiting.has(webhookId) || claiming.has(webhookId),
    isIdle,
    capOf: room.capOf,
    get leased() {
      return permits.leased;
    },
  };
}
