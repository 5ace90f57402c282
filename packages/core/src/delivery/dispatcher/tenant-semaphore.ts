/** The places of tenants with a limit that a batch of claims has reserved. */
export interface TenantReservation {
  /** Reserves places for deliveries of a tenant; returns how many, up to `want`. */
  take(tenant: string, limit: number, want: number): number;
  /** Gives back the places that were not used. @param used - deliveries that were claimed, by tenant. */
  end(used?: ReadonlyMap<string, number>): void;
}

/**
 * A semaphore per tenant with a limit on concurrent deliveries. Endpoint queues for which there is no place wait here, and leave
 * as many at once as there are places again.
 */
export interface TenantSemaphore {
  begin(): TenantReservation;
  /** Has an endpoint queue wait for a place of its tenant. */
  wait(webhookId: number, tenant: string): void;
  /** Returns whether an endpoint queue waits for a place. */
  isWaiting(webhookId: number): boolean;
  /** An endpoint queue was claimed from. Where it had waited and took no place, the next one goes on. */
  passOn(webhookId: number): void;
  /** Gives back the place of a delivery that has ended. */
  release(tenant: string): void;
}

/** Callbacks of a {@link TenantSemaphore}. */
export interface TenantSemaphoreOptions {
  /** There may be a place for an endpoint queue that waited. */
  readonly onFree: (webhookId: number) => void;
  /** The first endpoint queue of a tenant begins to wait. */
  readonly onReached: (tenant: string, limit: number) => void;
}

interface Places {
  limit: number;
  taken: number;
  readonly waiting: Set<number>;
}

/** Makes a semaphore with no delivery in progress. */
export function createTenantSemaphore({ onFree, onReached }: TenantSemaphoreOptions): TenantSemaphore {
  const byTenant = new Map<string, Places>();
  const waitingIds = new Set<number>();
  /** The endpoint queues that go on, until they are claimed from, with their tenants. */
  const going = new Map<number, string>();

  const placesOf = (tenant: string): Places => {
    const known = byTenant.get(tenant);
    if (known) return known;
    const places = { limit: 0, taken: 0, waiting: new Set<number>() };
    byTenant.set(tenant, places);
    return places;
  };

  const goOn = (webhookId: number, tenant: string): void => {
    going.set(webhookId, tenant);
    onFree(webhookId);
  };

  const giveBack = (tenant: string, count: number): void => {
    const places = placesOf(tenant);
    places.taken -= count;
    let free = places.limit - places.taken;
    for (const webhookId of places.waiting) {
      if (free <= 0) break;
      free -= 1;
      places.waiting.delete(webhookId);
      waitingIds.delete(webhookId);
      goOn(webhookId, tenant);
    }
    if (places.taken <= 0 && places.waiting.size === 0) byTenant.delete(tenant);
  };

  return {
    begin() {
      const reserved = new Map<string, number>();
      return {
        take(tenant, limit, want) {
          const places = placesOf(tenant);
          const count = Math.max(Math.min(want, limit - places.taken), 0);
          places.limit = limit;
          places.taken += count;
          reserved.set(tenant, (reserved.get(tenant) ?? 0) + count);
          return count;
        },
        end(used) {
          for (const [tenant, count] of reserved) giveBack(tenant, count - (used?.get(tenant) ?? 0));
          reserved.clear();
        },
      };
    },
    wait(webhookId, tenant) {
      const places = byTenant.get(tenant);
      // All others have ended meanwhile.
      if (!places) return goOn(webhookId, tenant);
      if (places.waiting.size === 0) onReached(tenant, places.limit);
      places.waiting.add(webhookId);
      waitingIds.add(webhookId);
    },
    passOn(webhookId) {
      const tenant = going.get(webhookId);
      if (tenant === undefined) return;
      going.delete(webhookId);
      giveBack(tenant, 0);
    },
    isWaiting: (webhookId) => waitingIds.has(webhookId),
    release: (tenant) => giveBack(tenant, 1),
  };
}
