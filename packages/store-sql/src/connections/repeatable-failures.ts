/** Failures of transactions that have committed nothing. */
const repeatable = new WeakSet<object>();

/** Marks the failure of a transaction that has committed nothing, so that it may be retried. Returns the failure. */
export function markRepeatable(failure: unknown): unknown {
  if (typeof failure === 'object' && failure !== null) repeatable.add(failure);
  return failure;
}

/** Returns whether a failure was marked. */
export function isMarkedRepeatable(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && repeatable.has(failure);
}
