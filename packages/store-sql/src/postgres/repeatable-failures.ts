/** Failures before which nothing was committed. */
const repeatable = new WeakSet<object>();

/** Marks a failure before which nothing was committed: the transaction may be retried. Returns the failure. */
export function markRepeatable(failure: unknown): unknown {
  if (typeof failure === 'object' && failure !== null) repeatable.add(failure);
  return failure;
}

/** Returns whether a failure was marked. */
export function isMarkedRepeatable(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && repeatable.has(failure);
}
