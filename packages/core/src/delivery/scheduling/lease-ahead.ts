/**
 * The number of deliveries that each endpoint queue may lease before they can be sent: twice as many as ended quickly since its
 * previous claim, up to sixty, so that batches grow instead of becoming more frequent.
 */
export interface LeaseAhead {
  /** Permits an endpoint queue to lease ahead. */
  enable(webhookId: number): void;
  /** Permits it no longer, and resets the count of an endpoint queue. */
  disable(webhookId: number): void;
  /** Returns how many deliveries an endpoint queue may lease ahead. */
  countFor(webhookId: number): number;
  /** Reports a claim from an endpoint queue. */
  claimed(webhookId: number): void;
  /** Reports the end of a delivery of an endpoint queue. After one that did not end quickly, the count starts again. */
  ended(webhookId: number, quickly: boolean): void;
}

/** The number of deliveries leased ahead for each one that ended quickly since the previous claim. */
const AHEAD_PER_END = 2;
/**
 * Maximum number of deliveries that a queue leases ahead. More would not make batches cheaper, and a process that dies leaves all
 * of them behind.
 */
const MAX_AHEAD = 60;

/** Creates the counts of a scheduler, in which no endpoint queue may lease ahead. */
export function createLeaseAhead(): LeaseAhead {
  /** Deliveries that ended quickly since the last claim, of the endpoint queues that may lease ahead. */
  const quick = new Map<number, number>();
  return {
    enable(webhookId) {
      if (!quick.has(webhookId)) quick.set(webhookId, 0);
    },
    disable(webhookId) {
      quick.delete(webhookId);
    },
    countFor: (webhookId) => Math.min(AHEAD_PER_END * (quick.get(webhookId) ?? 0), MAX_AHEAD),
    claimed(webhookId) {
      if (quick.has(webhookId)) quick.set(webhookId, 0);
    },
    ended(webhookId, quickly) {
      const count = quick.get(webhookId);
      if (count !== undefined) quick.set(webhookId, quickly ? count + 1 : 0);
    },
  };
}
