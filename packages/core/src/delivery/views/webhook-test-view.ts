import { type EndedAttempt, isSuccess, statusCodeOf } from '../attempt/attempt-outcome.ts';
import { endedWithoutPublicAddress } from '../attempt/no-public-address.ts';
import { recordedResponse } from '../attempt/recorded-response.ts';
import type { WebhookTestView } from './webhook-views.ts';

/** Returns the result of testing an endpoint. */
export function toWebhookTestView({ url, outcome }: EndedAttempt): WebhookTestView {
  const statusCode = statusCodeOf(outcome);
  return {
    url,
    succeeded: outcome.kind === 'response' && isSuccess(statusCode),
    statusCode,
    response: recordedResponse(outcome),
    durationMs: endedWithoutPublicAddress(outcome) ? 0 : Math.round(outcome.timing.totalMs),
  };
}
