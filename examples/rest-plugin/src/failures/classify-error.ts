import { type FailureClassification, lookUpFailure } from '@portcullis/plugin-api';
import { FAILURE_ROWS } from './failure-rows.ts';
import { PlatformApiError } from './platform-api-error.ts';

/**
 * Classifies a refusal of the platform. Unknown errors are passed to a table of Node's own errors (refused connections,
 * time-outs, certificates), so only errors of the platform are here. Must not throw for any value.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  if (!isPlatformApiError(error)) return undefined;
  return lookUpFailure(FAILURE_ROWS, { codes: [error.code, error.status], message: error.message });
}

/** Never throws: `instanceof` reads the prototype, which some objects refuse. */
function isPlatformApiError(error: unknown): error is PlatformApiError {
  try {
    return error instanceof PlatformApiError;
  } catch {
    return false;
  }
}
