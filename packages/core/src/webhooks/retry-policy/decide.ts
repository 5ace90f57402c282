import type { Settings } from '../../settings/settings-service.ts';
import type { AttemptOutcome } from '../delivery/attempt-outcome.ts';
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
  readonly settings: Settings;
  /** A number in [0, 1), for jitter. */
  readonly fraction: number;
}

/** Each wait is up to this share shorter or longer, so that deliveries that failed together do not come back together. */
const JITTER = 0.2;

const GONE = 410;

/**
 * Decides by the retry schedule. Source: Standard Webhooks 1.0.0, "Deliverability and reliability": 2xx is success, 410 ends
 * the webhook, everything else is tried again, a redirect too (a receiver that moved is repaired by its owner).
 */
export function decide(outcome: AttemptOutcome, circumstances: Circumstances): Decision {
  if (outcome.kind === 'failure') return outcome.code === 'ABORTED' ? { kind: 'released' } : again(0, circumstances);
  if (isSuccess(outcome.statusCode)) return { kind: 'succeeded' };
  if (outcome.statusCode === GONE) return { kind: 'gone' };
  return again(retryAfterMs(outcome.headers, circumstances.now) ?? 0, circumstances);
}

/** Whether a status means that the receiver took the delivery. */
export function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function again(leastMs: number, { number, now, settings, fraction }: Circumstances): Decision {
  const { webhookAutomaticRetry, webhookRetrySchedule } = settings;
  const planned = webhookAutomaticRetry ? webhookRetrySchedule[number - 1] : undefined;
  if (planned === undefined) return { kind: 'exhausted' };
  const wait = planned * (1 - JITTER + 2 * JITTER * fraction);
  return { kind: 'retry', dueAt: now + Math.ceil(Math.max(wait, leastMs)) };
}
