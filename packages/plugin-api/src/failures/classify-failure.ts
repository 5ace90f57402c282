import { PlatformError } from '../errors/platform-error.ts';
import { type FailureClassification, isFailureClass } from './failure-class.ts';
import { classifyNodeFailure } from './node-failures.ts';

/**
 * Classifies anything that was thrown: first a {@link PlatformError}'s own class, then the plugin's table, then Node's.
 * Total: what nobody knows is `internal`, with a message that repeats nothing of the error (it may hold secrets).
 *
 * @param classify - the plugin's `classifyError`; its own failure counts as "does not know".
 */
export function classifyFailure(
  error: unknown,
  classify: (error: unknown) => FailureClassification | undefined,
): FailureClassification {
  if (PlatformError.isInstance(error)) {
    return { class: error.failureClass, code: error.vendorCode, message: error.message };
  }
  const own = attempt(() => classify(error));
  if (own && isFailureClass(own.class)) return own;
  return classifyNodeFailure(error) ?? { class: 'internal', message: 'An unexpected error occurred in the plugin.' };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
