import { PlatformError } from '../errors/platform-error.ts';
import { FAILURE_CLASSES, type FailureClassification, isFailureClass } from './failure-class.ts';
import { classifyNodeFailure } from './node-failures.ts';

/**
 * Classifies anything that was thrown: first a {@link PlatformError}'s own class, then the plugin's table, then Node's.
 * Total: what nobody knows is `internal`, with a message that repeats nothing of the error (it may hold secrets).
 *
 * @param classify - the plugin's `classifyError`; its own failure, or a class that does not exist, counts as "does not
 * know".
 */
export function classifyFailure(
  error: unknown,
  classify: (error: unknown) => FailureClassification | undefined,
): FailureClassification {
  return (
    // Each on its own: an error may have getters that throw, and that must not keep the next one from being asked.
    attempt(() => understood(ownClassification(error))) ??
    attempt(() => understood(classify(error))) ??
    attempt(() => classifyNodeFailure(error)) ?? {
      class: 'internal',
      message: 'An unexpected error occurred in the plugin.',
    }
  );
}

function ownClassification(error: unknown): FailureClassification | undefined {
  if (!PlatformError.isInstance(error)) return undefined;
  return { class: error.failureClass, code: error.vendorCode, message: error.message, help: error.help };
}

/** The classification in the form its type promises, which a plugin in JavaScript may not have kept. */
function understood(found: FailureClassification | undefined): FailureClassification | undefined {
  if (!found || !isFailureClass(found.class)) return undefined;
  const message = typeof found.message === 'string' && found.message !== '' ? found.message : undefined;
  return {
    class: found.class,
    ...(found.code === undefined ? {} : { code: String(found.code) }),
    message: message ?? FAILURE_CLASSES[found.class].says,
    ...(typeof found.help === 'string' && found.help !== '' ? { help: found.help } : {}),
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
