import { createFairOrder } from './fair-order.ts';

/**
 * The endpoint queues that wait for a claim, by tenant, so that each tenant is served equally regardless of its number of
 * endpoints. The tenant of a queue is known once it was claimed from; until then, all such queues are served like those of one
 * tenant.
 */
export interface WaitingEndpoints {
  add(webhookId: number): void;
  /** Returns whether it was waiting. */
  delete(webhookId: number): boolean;
  has(webhookId: number): boolean;
  /** Sets the tenant of an endpoint queue. */
  setTenant(webhookId: number, tenant: string): void;
  /** Returns the tenant of an endpoint queue, if it is known. */
  tenantOf(webhookId: number): string | undefined;
  /** Returns whether a queue of the tenant waits. */
  hasTenant(tenant: string): boolean;
  /** Returns one waiting queue of each tenant, and one of those whose tenants are not known. */
  ofTenants(): Iterable<number>;
  /** Returns all waiting queues. */
  all(): readonly number[];
  /** Returns whether one of the waiting queues matches. */
  some(fits: (webhookId: number) => boolean): boolean;
  /**
   * Serves the tenants in turn, and repeats with the remaining deliveries.
   *
   * @param free - returns the number of deliveries that can still be assigned.
   * @param serve - claims up to `max` deliveries for a queue; returns how many it claimed.
   */
  serve(free: () => number, serve: (webhookId: number, max: number) => number): void;
}

/** Maximum number of endpoint queues whose tenant is cached; the oldest are removed first. */
const MAX_TENANTS = 100_000;

/**
 * Creates an empty set. @param quantum - minimum number of deliveries that a tenant, and an endpoint queue, may claim in a turn.
 */
export function createWaitingEndpoints(quantum: number): WaitingEndpoints {
  const tenants = new Map<number, string>();
  const groups = new Map<string | undefined, Set<number>>();
  const groupOf = new Map<number, string | undefined>();
  const order = createFairOrder<string | undefined>();

  const remove = (webhookId: number): boolean => {
    if (!groupOf.has(webhookId)) return false;
    const key = groupOf.get(webhookId);
    groupOf.delete(webhookId);
    const group = groups.get(key);
    group?.delete(webhookId);
    if (group?.size === 0) {
      groups.delete(key);
      order.leave(key);
    }
    return true;
  };

  const add = (webhookId: number): void => {
    if (groupOf.has(webhookId)) return;
    const key = tenants.get(webhookId);
    groupOf.set(webhookId, key);
    const group = groups.get(key);
    if (group) group.add(webhookId);
    else {
      groups.set(key, new Set([webhookId]));
      order.join(key);
    }
  };

  const serveGroup = (
    group: ReadonlySet<number>,
    max: number,
    serve: (webhookId: number, max: number) => number,
  ): number => {
    const share = Math.max(quantum, Math.floor(max / group.size));
    let took = 0;
    for (const webhookId of [...group]) {
      if (took >= max) break;
      took += serve(webhookId, Math.min(share, max - took));
    }
    return took;
  };

  return {
    add,
    delete: remove,
    has: (webhookId) => groupOf.has(webhookId),
    setTenant(webhookId, tenant) {
      if (tenants.get(webhookId) === tenant) return;
      tenants.set(webhookId, tenant);
      const [oldest] = tenants.keys();
      if (tenants.size > MAX_TENANTS && oldest !== undefined) tenants.delete(oldest);
      if (remove(webhookId)) add(webhookId);
    },
    tenantOf: (webhookId) => tenants.get(webhookId),
    hasTenant: (tenant) => groups.has(tenant),
    *ofTenants() {
      for (const group of groups.values()) {
        const [webhookId] = group;
        if (webhookId !== undefined) yield webhookId;
      }
    },
    all: () => [...groupOf.keys()],
    some(fits) {
      for (const group of groups.values()) for (const webhookId of group) if (fits(webhookId)) return true;
      return false;
    },
    serve(free, serve) {
      const turn = Math.max(quantum, Math.floor(free() / Math.max(groups.size, 1)));
      for (const max of [turn, Number.POSITIVE_INFINITY]) {
        order.serve((key) => {
          if (free() <= 0) return undefined;
          const group = groups.get(key);
          const took = group ? serveGroup(group, Math.min(max, free()), serve) : 0;
          // Queues of unknown tenants do not belong to one tenant, so the claims of one must not delay the next.
          return key === undefined ? 0 : took;
        });
      }
    },
  };
}
