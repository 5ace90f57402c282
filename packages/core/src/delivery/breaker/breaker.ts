import type { BreakerPolicy } from '../../options/retry-policy.ts';
import type { AttemptOutcome } from '../attempt/attempt-outcome.ts';
import { isSuccess } from '../attempt/attempt-outcome.ts';
import { endedWithoutPublicAddress } from '../attempt/no-public-address.ts';

/** The meaning of an outcome for the receiver's health. */
export type Verdict =
  | 'success'
  /** No response, or a 5xx. */
  | 'outage'
  /** The name has no public address, which does not change within seconds. */
  | 'blocked'
  /** The receiver responded and rejected this delivery. */
  | 'refusal';

/**
 * Returns the meaning of an outcome for the receiver's health. Responses other than 2xx and 5xx show that the receiver works and
 * report a mistake in the request or the configuration; the retry schedule handles them.
 */
export function verdictOf(outcome: AttemptOutcome): Verdict {
  if (outcome.kind === 'failure') return endedWithoutPublicAddress(outcome) ? 'blocked' : 'outage';
  if (isSuccess(outcome.statusCode)) return 'success';
  return outcome.statusCode >= 500 ? 'outage' : 'refusal';
}

/** Returns the milliseconds for which the breaker opens. @param step - how often it has opened since the last success. */
export function openForMs(step: number, { firstMs, maxMs }: BreakerPolicy): number {
  return Math.min(firstMs * 2 ** step, maxMs);
}
