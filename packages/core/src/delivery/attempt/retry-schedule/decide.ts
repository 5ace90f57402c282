import type { RetryPolicy } from '../../../options/retry-policy.ts';
import type { Settings } from '../../../options/settings.ts';
import type { AttemptOutcome } from '../attempt-outcome.ts';
import { isMissingKey, isSuccess } from '../attempt-outcome.ts';
import { retryAfterMs } from './retry-after.ts';

/** The next step of a delivery after an attempt. */
export type Decision =
  | { readonly kind: 'succeeded' }
  /** Another attempt at `dueAt`, in milliseconds since 1970. An uncounted attempt does not advance the schedule. */
  | { readonly kind: 'retry'; readonly dueAt: number; readonly uncounted?: true }
  /** Pending again; the attempt does not count. Nothing else is sent to its endpoint until `quietUntil`, if there is one. */
  | { readonly kind: 'released'; readonly quietUntil?: number }
  /** No attempt is left. */
  | { readonly kind: 'exhausted' }
  /** The receiver is gone permanently: no retry, and the webhook is disabled. */
  | { readonly kind: 'gone' };

/** Inputs of a decision other than the outcome. */
export interface RetryContext {
  /** The number of the automatic attempt, from 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The settings, which include the retry schedule. */
  readonly settings: Settings;
  readonly policy: Omit<RetryPolicy, 'schedule'>;
  /** A number in [0, 1), for jitter. */
  readonly fraction: number;
  /** Earlier attempts of the delivery that were interrupted. @default 0 */
  readonly interruptions?: number | undefined;
}

const GONE = 410;
/** Milliseconds before the key of a secret is read again for an endpoint. */
const KEY_PAUSE_MS = 30_000;
/**
 * Interrupted attempts of one delivery that do not count. Further ones count, because the delivery itself may end the process.
 */
export const MAX_UNCOUNTED = 3;

/**
 * Decides the next step by the retry schedule. 2xx is a success, 410 ends the webhook, and every other outcome is retried unless
 * the policy declares its status final. Redirects are retried too: the owner has to correct the URL. Source: Standard Webhooks
 * 1.0.0, "Deliverability and reliability".
 */
export function decide(outcome: AttemptOutcome, context: RetryContext): Decision {
  if (isMissingKey(outcome)) return { kind: 'released', quietUntil: context.now + KEY_PAUSE_MS };
  if (outcome.kind === 'failure') {
    if (outcome.code === 'ABORTED') return { kind: 'released' };
    return outcome.phase === 'interrupted' ? afterInterruption(context) : again(0, context);
  }
  if (isSuccess(outcome.statusCode)) return { kind: 'succeeded' };
  if (outcome.statusCode === GONE) return { kind: 'gone' };
  const { now, policy } = context;
  if (policy.terminalStatuses.some((status) => status === outcome.statusCode)) return { kind: 'exhausted' };
  return again(retryAfterMs(outcome.headers, now, policy.retryAfterCapMs) ?? 0, context);
}

/** An interruption is not a fault of the receiver, so there is no wait and no attempt is used up. */
function afterInterruption(context: RetryContext): Decision {
  const { now, settings, interruptions = 0 } = context;
  const isRetried = settings.webhookAutomaticRetry && settings.webhookRetrySchedule.length > 0;
  if (!isRetried || interruptions >= MAX_UNCOUNTED) return again(0, context);
  return { kind: 'retry', dueAt: now, uncounted: true };
}

function again(minMs: number, { number, now, settings, policy, fraction }: RetryContext): Decision {
  const { webhookAutomaticRetry, webhookRetrySchedule } = settings;
  const planned = webhookAutomaticRetry ? webhookRetrySchedule[number - 1] : undefined;
  if (planned === undefined) return { kind: 'exhausted' };
  const wait = planned * (1 - policy.jitter + 2 * policy.jitter * fraction);
  return { kind: 'retry', dueAt: now + Math.ceil(Math.max(wait, minMs)) };
}
