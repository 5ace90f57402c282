/** Failures of which it is known that nothing was committed. */
const repeatable = new WeakSet<object>();

/** Notes that nothing was committed before this failure: the transaction may be run again. Returns the failure. */
export function markRepeatable(failure: unknown): unknown {
  if (typeof failure === 'object' && failure !== null) repeatable.add(failure);
  return failure;
}

/** Returns whether a failure was marked. */
export function isMarkedRepeatable(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && repeatable.has(failure);
}
