import type { IntegrationOptions } from './integration-options.ts';
import type { PortcullisOptions } from './portcullis-options.ts';
import type { Settings } from './settings.ts';
import type { DeliveryThread, WebhookOptions } from './webhook-options.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The settings in force until an administrator changes them. Sources: docs/reference/options.md; Standard
 * Webhooks 1.0.0, "Deliverability and reliability" (retry schedule).
 */
export const DEFAULT_SETTINGS: Settings = Object.freeze({
  webhookDeadlineMs: 10 * SECOND,
  webhookAutomaticRetry: true,
  webhookRetrySchedule: [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  webhookDisableAfterDays: 5,
  webhookRetentionDays: { succeeded: 7, failed: 30 },
  recurringValidationPeriodMs: HOUR,
  tableGrantsRolePrefix: null,
  policyAdjustmentLifetimeDays: 365,
});

/** Options of integrations. Source: docs/reference/options.md. */
export const DEFAULT_INTEGRATION_OPTIONS: Required<IntegrationOptions> = Object.freeze({
  validationBudgetMs: 2 * MINUTE,
  validationConcurrency: 4,
  statementDeadlineMs: MINUTE,
  leaseMs: 30 * SECOND,
  migrateAtStart: false,
  endedRetentionDays: 30,
  timelineRetentionDays: 365,
  transientRetries: 2,
  secretExpiryWarningDays: 14,
  driftDetection: true,
  progressPollMs: SECOND,
});

/** Options of webhooks. Those that are off by default (a proxy, a thread, exceptions from the address guard) are not named. */
export const DEFAULT_WEBHOOK_OPTIONS = Object.freeze({
  httpsOnly: false,
  concurrency: 128,
  concurrencyPerEndpoint: 4,
  reconcileMs: 30 * SECOND,
  responseLimit: 16_384,
  payloadLimit: 262_144,
  maxPerRequest: 100,
  failingAfter: 3,
  manualRetriesPerMinute: 60,
  backlog: Object.freeze({ limit: 100_000, policy: 'hold' }),
} as const) satisfies WebhookOptions;

/** Options of the delivery thread. */
export const DEFAULT_THREAD_OPTIONS = Object.freeze({
  hostConcurrency: 8,
} as const) satisfies Partial<DeliveryThread>;

/** Options of the instance itself. */
export const DEFAULT_INSTANCE_OPTIONS = Object.freeze({ idempotencyKeyHours: 24 }) satisfies Partial<PortcullisOptions>;

/** Milliseconds that `close` waits for calls and deliveries in flight. */
export const DEFAULT_CLOSE_DEADLINE_MS = 15 * SECOND;
