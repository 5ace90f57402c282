import type { RetryPolicy } from '../../../options/retry-policy.ts';
import type { Settings } from '../../../options/settings.ts';
import type { AttemptOutcome } from '../attempt-outcome.ts';
import { isSuccess } from '../attempt-outcome.ts';
import { retryAfterMs } from './retry-after.ts';

/** The next step of a delivery after an attempt. */
export type Decision =
  | { readonly kind: 'succeeded' }
  /** Again at `dueAt`, in milliseconds since 1970. An uncounted attempt leaves the schedule where it was. */
  | { readonly kind: 'retry'; readonly dueAt: number; readonly uncounted?: true }
  /** Back to the waiting ones; the attempt does not count. */
  | { readonly kind: 'released' }
  /** No attempt is left. */
  | { readonly kind: 'exhausted' }
  /** The receiver is gone for good: no retry, and the webhook is disabled. */
  | { readonly kind: 'gone' };

/** Inputs of a decision besides the outcome. */
export interface Circumstances {
  /** The number of the automatic attempt, from 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The retry schedule is in them: administrators change it. */
  readonly settings: Settings;
  readonly policy: Omit<RetryPolicy, 'schedule'>;
  /** A number in [0, 1), for jitter. */
  readonly fraction: number;
  /** Earlier attempts of the delivery that were interrupted. @default 0 */
  readonly interruptions?: number | undefined;
}

const GONE = 410;
/** Interrupted attempts of one delivery that do not count: more of them, and the delivery may be what kills the process. */
export const MAX_UNCOUNTED = 3;

/**
 * Decides by the retry schedule. Source: Standard Webhooks 1.0.0, "Deliverability and reliability": 2xx is success, 410 ends
 * the webhook, everything else is tried again, a redirect too (a receiver that moved is repaired by its owner), unless the
 * policy says that an answer is the last.
 */
export function decide(outcome: AttemptOutcome, circumstances: Circumstances): Decision {
  if (outcome.kind === 'failure') {
    if (outcome.code === 'ABORTED') return { kind: 'released' };
    return outcome.phase === 'interrupted' ? afterInterruption(circumstances) : again(0, circumstances);
  }
  if (isSuccess(outcome.statusCode)) return { kind: 'succeeded' };
  if (outcome.statusCode === GONE) return { kind: 'gone' };
  const { now, policy } = circumstances;
  if (policy.terminalStatuses.some((status) => status === outcome.statusCode)) return { kind: 'exhausted' };
  return again(retryAfterMs(outcome.headers, now, policy.retryAfterCapMs) ?? 0, circumstances);
}

/** An interruption says nothing about the receiver: there is nothing to wait for, and nothing is used up. */
function afterInterruption(circumstances: Circumstances): Decision {
  const { now, settings, interruptions = 0 } = circumstances;
  const isRetried = settings.webhookAutomaticRetry && settings.webhookRetrySchedule.length > 0;
  if (!isRetried || interruptions >= MAX_UNCOUNTED) return again(0, circumstances);
  return { kind: 'retry', dueAt: now, uncounted: true };
}

function again(minMs: number, { number, now, settings, policy, fraction }: Circumstances): Decision {
  const { webhookAutomaticRetry, webhookRetrySchedule } = settings;
  const planned = webhookAutomaticRetry ? webhookRetrySchedule[number - 1] : undefined;
  if (planned === undefined) return { kind: 'exhausted' };
  const wait = planned * (1 - policy.jitter + 2 * policy.jitter * fraction);
  return { kind: 'retry', dueAt: now + Math.ceil(Math.max(wait, minMs)) };
}
