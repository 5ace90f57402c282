/** Failures of transactions that have committed nothing. */
const retryable = new WeakSet<object>();

/** Marks the failure of a transaction that has committed nothing, so that it may be retried. Returns the failure. */
export function markRetryable(failure: unknown): unknown {
  if (typeof failure === 'object' && failure !== null) retryable.add(failure);
  return failure;
}

/** Returns whether a failure was marked. */
export function isMarkedRetryable(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && retryable.has(failure);
}
