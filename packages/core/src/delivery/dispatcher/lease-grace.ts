/**
 * Milliseconds that a lease outlasts the deadline: time to record the outcome. This process enforces the deadline, so a
 * lease needs no renewal.
 */
export const LEASE_GRACE_MS = 10_000;
