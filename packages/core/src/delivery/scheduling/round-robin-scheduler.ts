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
 * each. A queue at its cap leaves the rotation
 * and returns when one of its deliveries ends, so that a slow receiver delays no other.
 *
 * When all places are in use, a waiting queue of a tenant with few deliveries in progress gets some of the {@link QUIET_SHARE}
 * additional places: it does not wait until deliveries of a tenant with a backlog end. A queue whose tenant is not known gets one of
 * them only after others have got as many as there are places.
 *
 * A queue whose deliveries end quickly may lease ahead: twice as many as ended since its previous claim, up to sixty, so
 * that batches grow instead of becoming more frequent. It does so only while less than half of the concurrency is in use.
 */
export interface RoundRobinScheduler {
  /** Reports that an endpoint queue may have due deliveries. */
  add(webhookId: number): void;
  /**
   * Returns the next requests, until all places are assigned. Their queues leave the rotation until {@link
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
   * Reserves a place for a new delivery of an endpoint queue, which counts as leased. Returns false if the queue is at its cap or
   * waits itself, if no place is free, or if another queue could use it. A tenant with few deliveries in progress may have one of
   * {@link QUIET_SHARE} additional places, so that its deliveries do not wait for the batches of a tenant with a backlog.
   */
  reserve(webhookId: number, tenant: string): boolean;
  /** Releases unused places. */
  unreserve(webhookId: number, count: number): void;
  /** Sets the tenant of an endpoint queue, once it was claimed from. */
  know(webhookId: number, tenant: string): void;
  /** Sets the limits of an endpoint queue. */
  limit(webhookId: number, limits: EndpointLimits): void;
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
  isQuiet(webhookId: number): boolean;
  /** Returns the number of concurrent deliveries that the queue may have. */
  capOf(webhookId: number): number;
  /** The number of leased deliveries over all endpoint queues. */
  readonly leased: number;
}

/** The number of deliveries leased ahead for each one that ended quickly since the previous claim. */
const AHEAD_PER_END = 2;
/**
 * Maximum number of deliveries that a queue leases ahead. More would not make batches cheaper, and a process that dies leaves all
 * of them behind.
 */
const MAX_AHEAD = 60;

/** Additional places for new deliveries of tenants with few deliveries in progress, as a share of all places. */
const QUIET_SHARE = 1 / 8;
/** Maximum number of leased deliveries of a tenant that gets an additional place. */
const MAX_QUIET = 4;

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
  /** The deliveries of each tenant that are leased or being claimed. */
  const placesOf = new Map<string | undefined, number>();
  const caps = new Map<number, number>();
  /** Deliveries that ended quickly since the last claim, of the endpoint queues that may lease ahead. */
  const quick = new Map<number, number>();
  let leased = 0;
  let asked = 0;
  /** The number of additional places that were assigned since a queue of an unknown tenant was served. */
  let passedOver = 0;

  const capOf = (webhookId: number): number => caps.get(webhookId) ?? perEndpoint;
  const countOf = (webhookId: number): number => leasedIn.get(webhookId)?.count ?? 0;
  const aheadOf = (webhookId: number): number => Math.min(AHEAD_PER_END * (quick.get(webhookId) ?? 0), MAX_AHEAD);
  const free = (): number => total - leased - asked;
  /** Returns the number of free places, with the additional ones. */
  const freeForQuiet = (): number => free() + Math.floor(total * QUIET_SHARE);
  /** Returns how many deliveries may be leased ahead over all endpoint queues. */
  const spare = (): number => free() - Math.ceil(total / 2);

  /** Returns how many more deliveries a queue may take. */
  const roomOf = (webhookId: number): number => {
    const room = capOf(webhookId) - countOf(webhookId);
    return Math.max(room, Math.min(room + aheadOf(webhookId), spare()));
  };
  const addPlaces = (tenant: string | undefined, count: number): void => {
    const places = (placesOf.get(tenant) ?? 0) + count;
    if (places > 0) placesOf.set(tenant, places);
    else placesOf.delete(tenant);
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
    addPlaces(entry.tenant, count);
  };

  /** Returns whether a new delivery may have an additional place. */
  const isQuietTenant = (tenant: string): boolean =>
    freeForQuiet() > 0 && (placesOf.get(tenant) ?? 0) < MAX_QUIET && !waiting.hasTenant(tenant);

  /** Returns how many additional places a waiting queue may have. */
  const additionalOf = (webhookId: number): number => {
    if (claiming.has(webhookId)) return 0;
    const tenant = waiting.tenantOf(webhookId);
    // The tenant may have a backlog, which the first claim shows. Quiet tenants must not take every place for ever.
    const most = tenant !== undefined ? MAX_QUIET : passedOver < total ? 0 : 1;
    return Math.min(capOf(webhookId) - countOf(webhookId), most - (placesOf.get(tenant) ?? 0), freeForQuiet());
  };

  /** Returns the waiting queues that may have additional places. */
  function* quietQueues(): Iterable<number> {
    for (const webhookId of waiting.ofTenants()) {
      if (freeForQuiet() <= 0) return;
      if (additionalOf(webhookId) > 0) yield webhookId;
    }
  }
  const someQuietWaits = (): boolean => {
    for (const _ of quietQueues()) return true;
    return false;
  };

  const isQuiet = (webhookId: number): boolean =>
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
        if (tenant === undefined) passedOver = 0;
        claiming.set(webhookId, { want, tenant });
        asked += want;
        addPlaces(tenant, want);
        if (quick.has(webhookId)) quick.set(webhookId, 0);
        const atOnce = Math.min(Math.max(capOf(webhookId) - countOf(webhookId), 0), want);
        requests.push({ webhookId, want, atOnce });
      };
      waiting.serve(free, (webhookId, most) => {
        if (claiming.has(webhookId)) return 0;
        const want = Math.min(roomOf(webhookId), most, free());
        waiting.delete(webhookId);
        // Its cap was lowered, or others have taken the places for leasing ahead.
        if (want <= 0) {
          atCap.add(webhookId);
          return 0;
        }
        request(webhookId, want);
        return want;
      });
      for (const webhookId of quietQueues()) {
        const want = additionalOf(webhookId);
        waiting.delete(webhookId);
        passedOver += 1;
        request(webhookId, want);
      }
      return requests;
    },
    claimed(webhookId, count, more) {
      const { want = 0, tenant } = claiming.get(webhookId) ?? {};
      claiming.delete(webhookId);
      asked -= want;
      addPlaces(tenant, -want);
      if (count > 0) addLeased(webhookId, count);
      const added = waiting.delete(webhookId);
      if (more === 'after-end' && countOf(webhookId) > 0) atCap.add(webhookId);
      else if (added || more === 'now') queue(webhookId);
      if (isQuiet(webhookId)) quick.delete(webhookId);
    },
    reserve(webhookId, tenant) {
      const isBusy = [waiting, claiming, atCap].some((endpointQueues) => endpointQueues.has(webhookId));
      if (isBusy || countOf(webhookId) >= capOf(webhookId)) return false;
      const hasFreePlace = free() > 0 && !someWaits(() => true);
      if (!hasFreePlace && !isQuietTenant(tenant)) return false;
      if (!hasFreePlace) passedOver += 1;
      waiting.know(webhookId, tenant);
      addLeased(webhookId, 1);
      return true;
    },
    unreserve(webhookId, count) {
      if (count === 0) return;
      addLeased(webhookId, -count);
      if (atCap.delete(webhookId)) queue(webhookId);
    },
    know: waiting.know,
    limit(webhookId, { cap, ahead }) {
      caps.delete(webhookId);
      if (cap !== undefined) caps.set(webhookId, cap);
      const [oldest] = caps.keys();
      if (caps.size > MAX_CAPS && oldest !== undefined) caps.delete(oldest);
      if (!ahead) quick.delete(webhookId);
      else if (!quick.has(webhookId)) quick.set(webhookId, 0);
    },
    ended(webhookId, quickly) {
      addLeased(webhookId, -1);
      const known = quick.get(webhookId);
      if (known !== undefined) quick.set(webhookId, quickly ? known + 1 : 0);
      if (atCap.delete(webhookId)) queue(webhookId);
      if (isQuiet(webhookId)) quick.delete(webhookId);
    },
    hasReady: () => (free() > 0 && someWaits(() => true)) || someQuietWaits(),
    hasUrgent: () =>
      (free() > 0 && someWaits((webhookId) => countOf(webhookId) < capOf(webhookId))) || someQuietWaits(),
    abandon() {
      const left = [...waiting.all(), ...atCap];
      for (const webhookId of left) waiting.delete(webhookId);
      atCap.clear();
      return left;
    },
    isWaiting: (webhookId) => waiting.has(webhookId) || claiming.has(webhookId),
    isQuiet,
    capOf,
    get leased() {
      return leased;
    },
  };
}
