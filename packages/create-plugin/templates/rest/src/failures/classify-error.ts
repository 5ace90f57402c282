import { type FailureClassification, lookUpFailure } from '@portcullis/plugin-api';
import { FAILURE_ROWS } from './failure-rows.ts';
import { PlatformApiError } from './platform-api-error.ts';

/**
 * Classifies what the platform refused. What this does not know goes on to a table of Node's own errors (refused connections,
 * time-outs, certificates), so only what is special to the platform stands here. Must not throw, whatever it gets.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  if (!isPlatformApiError(error)) return undefined;
  return lookUpFailure(FAILURE_ROWS, { codes: [error.code, error.status], message: error.message });
}

/** `instanceof` asks for the prototype, which a foreign object may refuse. */
function isPlatformApiError(error: unknown): error is PlatformApiError {
  try {
    return error instanceof PlatformApiError;
  } catch {
    return false;
  }
}
