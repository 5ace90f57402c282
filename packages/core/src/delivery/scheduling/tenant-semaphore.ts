/** The permits that a batch of claims has reserved, of tenants with a limit. */
export interface TenantReservation {
  /** Reserves permits for deliveries of a tenant; returns how many, up to `want`. */
  acquire(tenant: string, limit: number, want: number): number;
  /** Releases the unused permits. @param used - the number of claimed deliveries by tenant. @default none */
  releaseUnused(used?: ReadonlyMap<string, number>): void;
}

/**
 * A semaphore for each tenant with a limit on concurrent deliveries. Endpoint queues wait here while no permit is free, and as many
 * continue as permits become free.
 */
export interface TenantSemaphore {
  /** Begins the reservations of a batch. */
  beginBatch(): TenantReservation;
  /** Adds an endpoint queue that waits for a permit of its tenant. */
  wait(webhookId: number, tenant: string): void;
  /** Returns whether an endpoint queue waits for a permit. */
  isWaiting(webhookId: number): boolean;
  /** Returns whether an endpoint queue of the tenant waits for a permit, or continues after it has waited. */
  hasWaiting(tenant: string): boolean;
  /** Called after an endpoint queue was claimed from. If it had waited and took no permit, the next one continues. */
  passOn(webhookId: number): void;
  /** Releases the permit of an ended delivery. */
  release(tenant: string): void;
  /** Removes and returns the endpoint queues that wait, for a node that stops. */
  abandon(): readonly number[];
}

/** Callbacks of a {@link TenantSemaphore}. */
export interface TenantSemaphoreOptions {
  /** Called when a permit may be free for an endpoint queue that waited. */
  readonly onFree: (webhookId: number) => void;
  /** Called when the first endpoint queue of a tenant begins to wait. */
  readonly onReached: (tenant: string, limit: number) => void;
}

interface Permits {
  limit: number;
  taken: number;
  readonly waiting: Set<number>;
}

/** Creates a semaphore without deliveries in progress. */
export function createTenantSemaphore({ onFree, onReached }: TenantSemaphoreOptions): TenantSemaphore {
  const byTenant = new Map<string, Permits>();
  const waitingIds = new Set<number>();
  /** The endpoint queues that continue, with their tenants, until they are claimed from. */
  const continuing = new Map<number, string>();

  const permitsOf = (tenant: string): Permits => {
    const known = byTenant.get(tenant);
    if (known) return known;
    const permits = { limit: 0, taken: 0, waiting: new Set<number>() };
    byTenant.set(tenant, permits);
    return permits;
  };

  const resume = (webhookId: number, tenant: string): void => {
    continuing.set(webhookId, tenant);
    onFree(webhookId);
  };

  const release = (tenant: string, count: number): void => {
    const permits = permitsOf(tenant);
    permits.taken -= count;
    let free = permits.limit - permits.taken;
    for (const webhookId of permits.waiting) {
      if (free <= 0) break;
      free -= 1;
      permits.waiting.delete(webhookId);
      waitingIds.delete(webhookId);
      resume(webhookId, tenant);
    }
    if (permits.taken <= 0 && permits.waiting.size === 0) byTenant.delete(tenant);
  };

  return {
    beginBatch() {
      const reserved = new Map<string, number>();
      return {
        acquire(tenant, limit, want) {
          const permits = permitsOf(tenant);
          const count = Math.max(Math.min(want, limit - permits.taken), 0);
          permits.limit = limit;
          permits.taken += count;
          reserved.set(tenant, (reserved.get(tenant) ?? 0) + count);
          return count;
        },
        releaseUnused(used) {
          for (const [tenant, count] of reserved) release(tenant, count - (used?.get(tenant) ?? 0));
          reserved.clear();
        },
      };
    },
    wait(webhookId, tenant) {
      const permits = byTenant.get(tenant);
      // All others have ended in the meantime.
      if (!permits) return resume(webhookId, tenant);
      if (permits.waiting.size === 0) onReached(tenant, permits.limit);
      permits.waiting.add(webhookId);
      waitingIds.add(webhookId);
    },
    passOn(webhookId) {
      const tenant = continuing.get(webhookId);
      if (tenant === undefined) return;
      continuing.delete(webhookId);
      release(tenant, 0);
    },
    hasWaiting(tenant) {
      if ((byTenant.get(tenant)?.waiting.size ?? 0) > 0) return true;
      for (const waitingTenant of continuing.values()) if (waitingTenant === tenant) return true;
      return false;
    },
    isWaiting: (webhookId) => waitingIds.has(webhookId),
    release: (tenant) => release(tenant, 1),
    abandon() {
      const left = [...waitingIds];
      waitingIds.clear();
      for (const { waiting } of byTenant.values()) waiting.clear();
      return left;
    },
  };
}
