import { DEFAULT_SETTINGS } from './defaults.ts';
import type { RetryPolicy } from './retry-policy.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The default policy. */
const STANDARD: RetryPolicy = {
  schedule: DEFAULT_SETTINGS.webhookRetrySchedule,
  jitter: 0.2,
  retryAfterCapMs: HOUR,
  terminalStatuses: [],
  breaker: {
    outagesInARow: 10,
    share: 0.7,
    minAttempts: 10,
    windowMs: 5 * MINUTE,
    firstMs: 30 * SECOND,
    maxMs: 15 * MINUTE,
  },
};

/**
 * Predefined policies, which differ in the schedule. Use them directly or as a base: `{ ...RETRY_POLICIES.fast, jitter: 0 }`.
 *
 * - `standard`: nine retries in about three days. Source: Standard Webhooks 1.0.0, "Deliverability and reliability".
 * - `fast`: seven in two minutes, each wait twice as long as the previous one, for your own receivers.
 * - `shopify`: eight in four hours. Source: Shopify, "Webhooks", which names the number and the time; the waits are ours.
 * - `none`: every delivery is sent once, as GitHub does.
 */
export const RETRY_POLICIES = Object.freeze({
  standard: STANDARD,
  fast: { ...STANDARD, schedule: [1, 2, 4, 8, 16, 32, 60].map((seconds) => seconds * SECOND) },
  shopify: { ...STANDARD, schedule: [1, 2, 4, 8, 15, 30, 60, 120].map((minutes) => minutes * MINUTE) },
  none: { ...STANDARD, schedule: [] },
}) satisfies Readonly<Record<string, RetryPolicy>>;
