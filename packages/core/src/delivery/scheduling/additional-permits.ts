import type { WaitingEndpoints } from './waiting-endpoints.ts';

/** The permits of a scheduler that are in use, on which the additional ones depend. */
export interface AdditionalPermitsDependencies {
  /** The number of permits without the additional ones. */
  readonly total: number;
  readonly waiting: Pick<WaitingEndpoints, 'ofTenants' | 'tenantOf' | 'hasTenant'>;
  /** Returns the number of free permits; less than 0 while additional ones are in use. */
  readonly free: () => number;
  /** Returns the number of permits that the deliveries of a tenant have. */
  readonly permitsOf: (tenant: string | undefined) => number;
  /** Returns how many more deliveries a queue may claim below its cap; 0 while it is being claimed. */
  readonly roomOf: (webhookId: number) => number;
}

/**
 * The permits beyond the limit of a scheduler. While some tenants have all permits, tenants with few deliveries in progress
 * get additional ones: they need not wait for deliveries of a tenant with a backlog. A queue whose tenant is not known gets
 * one of them only after others have got as many as there are permits.
 */
export interface AdditionalPermits {
  /** Returns whether a new delivery of a tenant may have one. */
  isFreeFor(tenant: string): boolean;
  /** Returns how many a waiting queue may have. */
  countFor(webhookId: number): number;
  /** Returns the waiting queues that may have some. */
  queues(): Iterable<number>;
  /** Returns whether a queue waits that may have some. */
  areWanted(): boolean;
  /** Reports that a new delivery or a waiting queue got some. */
  granted(): void;
  /** Reports that a queue of an unknown tenant was served. */
  servedUnknown(): void;
}

/** The additional permits, as a share of all permits. */
const SHARE = 1 / 8;
/** Maximum number of leased deliveries of a tenant that gets an additional permit. */
const MAX_PER_TENANT = 4;

/** Creates the additional permits of a scheduler. */
export function createAdditionalPermits(dependencies: AdditionalPermitsDependencies): AdditionalPermits {
  const { total, waiting, free, permitsOf, roomOf } = dependencies;
  const additional = Math.floor(total * SHARE);
  /** The number of grants since a queue of an unknown tenant was served. */
  let grants = 0;

  const available = (): number => free() + additional;

  const countFor = (webhookId: number): number => {
    const tenant = waiting.tenantOf(webhookId);
    // The tenant may have a backlog, which the first claim shows. Known tenants must not take every permit for ever.
    const max = tenant !== undefined ? MAX_PER_TENANT : grants < total ? 0 : 1;
    return Math.min(roomOf(webhookId), max - permitsOf(tenant), available());
  };

  function* queues(): Iterable<number> {
    for (const webhookId of waiting.ofTenants()) {
      if (available() <= 0) return;
      if (countFor(webhookId) > 0) yield webhookId;
    }
  }

  return {
    isFreeFor: (tenant) => available() > 0 && permitsOf(tenant) < MAX_PER_TENANT && !waiting.hasTenant(tenant),
    countFor,
    queues,
    areWanted() {
      for (const _ of queues()) return true;
      return false;
    },
    granted() {
      grants += 1;
    },
    servedUnknown() {
      grants = 0;
    },
  };
}
