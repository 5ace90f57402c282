/** The places that a batch of claims has reserved, of tenants with a limit. */
export interface TenantReservation {
  /** Reserves places for deliveries of a tenant; returns how many, up to `want`. */
  take(tenant: string, limit: number, want: number): number;
  /** Releases the unused places. @param used - the number of claimed deliveries by tenant. */
  end(used?: ReadonlyMap<string, number>): void;
}

/**
 * A semaphore for each tenant with a limit on concurrent deliveries. Endpoint queues wait here while there is no place, and as many
 * continue as places become free.
 */
export interface TenantSemaphore {
  begin(): TenantReservation;
  /** Adds an endpoint queue that waits for a place of its tenant. */
  wait(webhookId: number, tenant: string): void;
  /** Returns whether an endpoint queue waits for a place. */
  isWaiting(webhookId: number): boolean;
  /** Returns whether an endpoint queue of the tenant waits for a place, or continues after it has waited. */
  hasWaiting(tenant: string): boolean;
  /** Called after an endpoint queue was claimed from. If it had waited and took no place, the next one continues. */
  passOn(webhookId: number): void;
  /** Releases the place of an ended delivery. */
  release(tenant: string): void;
  /** Removes and returns the endpoint queues that wait, for a node that stops. */
  abandon(): readonly number[];
}

/** Callbacks of a {@link TenantSemaphore}. */
export interface TenantSemaphoreOptions {
  /** Called when there can be a place for an endpoint queue that waited. */
  readonly onFree: (webhookId: number) => void;
  /** Called when the first endpoint queue of a tenant begins to wait. */
  readonly onReached: (tenant: string, limit: number) => void;
}

interface Places {
  limit: number;
  taken: number;
  readonly waiting: Set<number>;
}

/** Creates a semaphore without deliveries in progress. */
export function createTenantSemaphore({ onFree, onReached }: TenantSemaphoreOptions): TenantSemaphore {
  const byTenant = new Map<string, Places>();
  const waitingIds = new Set<number>();
  /** The endpoint queues that continue, with their tenants, until they are claimed from. */
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
      // All others have ended in the meantime.
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
    hasWaiting(tenant) {
      if ((byTenant.get(tenant)?.waiting.size ?? 0) > 0) return true;
      for (const each of going.values()) if (each === tenant) return true;
      return false;
    },
    isWaiting: (webhookId) => waitingIds.has(webhookId),
    release: (tenant) => giveBack(tenant, 1),
    abandon() {
      const left = [...waitingIds];
      waitingIds.clear();
      for (const { waiting } of byTenant.values()) waiting.clear();
      return left;
    },
  };
}
