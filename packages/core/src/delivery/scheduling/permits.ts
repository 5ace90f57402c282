/** The permits of a scheduler: each leased delivery has one, and so has each delivery that is being claimed. */
export interface Permits {
  /** Returns the number of free permits; less than 0 while additional ones are in use. */
  free(): number;
  /** Returns the number of permits that the deliveries of a tenant have. */
  ofTenant(tenant: string | undefined): number;
  /** Returns the number of leased deliveries of an endpoint queue. */
  leasedOf(webhookId: number): number;
  /** The number of leased deliveries over all endpoint queues. */
  readonly leased: number;
  /** Assigns permits to a claim, whose deliveries are not leased yet. */
  assign(tenant: string | undefined, count: number): void;
  /** Takes back the permits of a claim that has ended. */
  takeBack(tenant: string | undefined, count: number): void;
  /** Assigns permits to leased deliveries of an endpoint queue. */
  addLeased(webhookId: number, count: number): void;
  /** Takes back the permits of leased deliveries. */
  removeLeased(webhookId: number, count: number): void;
}

/**
 * Creates the permits of a scheduler, all of which are free.
 *
 * @param tenantOf - returns the tenant of an endpoint queue. Its leased deliveries count for the tenant that was known when the first of
 * them was leased.
 */
export function createPermits(total: number, tenantOf: (webhookId: number) => string | undefined): Permits {
  const leasedIn = new Map<number, { count: number; readonly tenant: string | undefined }>();
  const byTenant = new Map<string | undefined, number>();
  let leased = 0;
  let assigned = 0;

  const addToTenant = (tenant: string | undefined, count: number): void => {
    const permits = (byTenant.get(tenant) ?? 0) + count;
    if (permits > 0) byTenant.set(tenant, permits);
    else byTenant.delete(tenant);
  };

  const addLeased = (webhookId: number, count: number): void => {
    const entry = leasedIn.get(webhookId) ?? { count: 0, tenant: tenantOf(webhookId) };
    entry.count += count;
    leased += count;
    if (entry.count > 0) leasedIn.set(webhookId, entry);
    else leasedIn.delete(webhookId);
    addToTenant(entry.tenant, count);
  };

  return {
    free: () => total - leased - assigned,
    ofTenant: (tenant) => byTenant.get(tenant) ?? 0,
    leasedOf: (webhookId) => leasedIn.get(webhookId)?.count ?? 0,
    get leased() {
      return leased;
    },
    assign(tenant, count) {
      assigned += count;
      addToTenant(tenant, count);
    },
    takeBack(tenant, count) {
      assigned -= count;
      addToTenant(tenant, -count);
    },
    addLeased,
    removeLeased: (webhookId, count) => addLeased(webhookId, -count),
  };
}
