/**
 * How much longer than the deadline a lease lasts: the time to record the outcome. The deadline is enforced by this process,
 * so a lease needs no renewal.
 */
export const LEASE_GRACE_MS = 10_000;
