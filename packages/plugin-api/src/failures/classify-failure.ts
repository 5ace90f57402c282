import { PlatformError } from '../errors/platform-error.ts';
import { FAILURE_CLASSES, type FailureClassification, isFailureClass } from './failure-class.ts';
import { classifyNodeFailure } from './node-failures.ts';

/**
 * Classifies any thrown value: first by a {@link PlatformError}'s own class, then by the plugin's table, then by
 * Node's. It handles every value. An unknown error is `internal`, and the message repeats no part of it, because it can
 * contain secrets.
 *
 * @param classify - the plugin's `classifyError`; if it throws or returns an unknown class, its result is ignored.
 */
export function classifyFailure(
  error: unknown,
  classify: (error: unknown) => FailureClassification | undefined,
): FailureClassification {
  return (
    // Each table separately: an error may have getters that throw, which must not skip the next table.
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

/** Returns the classification if it has the form of its type, which a plugin in JavaScript may violate. */
function understood(found: FailureClassification | undefined): FailureClassification | undefined {
  if (!found || !isFailureClass(found.class)) return undefined;
  const message = typeof found.message === 'string' && found.message !== '' ? found.message : undefined;
  return {
    class: found.class,
    ...(found.code === undefined ? {} : { code: String(found.code) }),
    message: message ?? FAILURE_CLASSES[found.class].meaning,
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
