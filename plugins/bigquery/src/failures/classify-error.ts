import { type FailureClassification, lookUpFailure } from '@portcullis/plugin-api';
import { FAILURES } from './failure-rows.ts';
import { GoogleApiError } from './google-api-error.ts';
import { FAILURES_BY_MESSAGE } from './message-rows.ts';

/**
 * Classifies a response of Google: by its message if its reasons have several meanings, otherwise by its reasons. Other errors are
 * passed to Node's own table.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  if (!(error instanceof GoogleApiError)) return undefined;
  const { reasons, message } = error;
  const row = FAILURES_BY_MESSAGE.find(({ pattern }) => pattern.test(message));
  if (row) return { ...row.failure, code: reasons[0] };
  return lookUpFailure(FAILURES, { codes: reasons, message });
}
