import type { RetryPolicy } from '../../../options/retry-policy.ts';
import type { Settings } from '../../../options/settings.ts';
import type { AttemptOutcome } from '../attempt-outcome.ts';
import { isSuccess } from '../attempt-outcome.ts';
import { retryAfterMs } from './retry-after.ts';

/** What becomes of a delivery after an attempt. */
export type Decision =
  | { readonly kind: 'succeeded' }
  /** Again at `dueAt`, in milliseconds since 1970. */
  | { readonly kind: 'retry'; readonly dueAt: number }
  /** Back to the waiting ones; the attempt does not count. */
  | { readonly kind: 'released' }
  /** No attempt is left. */
  | { readonly kind: 'exhausted' }
  /** The receiver wants nothing any more: no retry, and the webhook is disabled. */
  | { readonly kind: 'gone' };

/** What a decision depends on besides the outcome. */
export interface Circumstances {
  /** Which automatic attempt it was, from 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The retry schedule is in them: administrators change it. */
  readonly settings: Settings;
  readonly policy: Omit<RetryPolicy, 'schedule'>;
  /** A number in [0, 1), for jitter. */
  readonly fraction: number;
}

const GONE = 410;

/**
 * Decides by the retry schedule. Source: Standard Webhooks 1.0.0, "Deliverability and reliability": 2xx is success, 410 ends
 * the webhook, everything else is tried again, a redirect too (a receiver that moved is repaired by its owner), unless the
 * policy says that an answer is the last.
 */
export function decide(outcome: AttemptOutcome, circumstances: Circumstances): Decision {
  if (outcome.kind === 'failure') return outcome.code === 'ABORTED' ? { kind: 'released' } : again(0, circumstances);
  if (isSuccess(outcome.statusCode)) return { kind: 'succeeded' };
  if (outcome.statusCode === GONE) return { kind: 'gone' };
  const { now, policy } = circumstances;
  if (policy.terminalStatuses.some((status) => status === outcome.statusCode)) return { kind: 'exhausted' };
  return again(retryAfterMs(outcome.headers, now, policy.retryAfterCapMs) ?? 0, circumstances);
}

function again(leastMs: number, { number, now, settings, policy, fraction }: Circumstances): Decision {
  const { webhookAutomaticRetry, webhookRetrySchedule } = settings;
  const planned = webhookAutomaticRetry ? webhookRetrySchedule[number - 1] : undefined;
  if (planned === undefined) return { kind: 'exhausted' };
  const wait = planned * (1 - policy.jitter + 2 * policy.jitter * fraction);
  return { kind: 'retry', dueAt: now + Math.ceil(Math.max(wait, leastMs)) };
}
