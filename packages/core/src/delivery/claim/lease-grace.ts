/**
 * Milliseconds between the deadline and the end of a lease, in which the outcome is recorded. This process enforces the deadline,
 * so a lease needs no renewal.
 */
export const LEASE_GRACE_MS = 10_000;
