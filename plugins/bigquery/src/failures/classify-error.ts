import { type FailureClassification, lookUpFailure } from '@portcullis/plugin-api';
import { FAILURES } from './failure-rows.ts';
import { GoogleApiError } from './google-api-error.ts';

/** Classifies a response of Google. Other errors are passed to Node's own table. */
export function classifyError(error: unknown): FailureClassification | undefined {
  if (!(error instanceof GoogleApiError)) return undefined;
  return lookUpFailure(FAILURES, { codes: error.reasons, message: error.message });
}
