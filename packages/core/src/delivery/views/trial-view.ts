import { type EndedAttempt, isSuccess, statusCodeOf } from '../attempt/attempt-outcome.ts';
import { recordedResponse } from '../attempt/recorded-response.ts';
import type { WebhookTrialView } from './webhook-views.ts';

/** What came of trying an endpoint. */
export function toTrialView({ url, outcome }: EndedAttempt): WebhookTrialView {
  const statusCode = statusCodeOf(outcome);
  return {
    url,
    succeeded: outcome.kind === 'response' && isSuccess(statusCode),
    statusCode,
    response: recordedResponse(outcome),
    durationMs: Math.round(outcome.timing.totalMs),
  };
}
