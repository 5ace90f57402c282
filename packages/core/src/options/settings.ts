/** Settings that an administrator changes at run time; effective on every node without a restart. */
export interface Settings {
  /**
   * Milliseconds within which a receiver must respond.
   * @remarks Raise it for slow receivers. Each attempt counts toward `webhooks.concurrency` for that long.
   * @default 10,000
   */
  readonly webhookDeadlineMs: number;
  /**
   * True to retry failed deliveries automatically.
   * @remarks Set it to false while receivers must not get any repeated request.
   * @default true
   */
  readonly webhookAutomaticRetry: boolean;
  /**
   * Milliseconds before each retry, in order.
   * @remarks Shorten it if late notifications are worthless. Lengthen it for receivers with long outages.
   * @default the Standard Webhooks schedule
   */
  readonly webhookRetrySchedule: readonly number[];
  /**
   * Days without one success after which a webhook is disabled; 0: never.
   * @remarks Set it to 0 if only people may disable webhooks.
   * @default 5
   */
  readonly webhookDisableAfterDays: number;
  /**
   * Days for which successful and failed deliveries are kept.
   * @remarks Lower it to save storage. Raise it for audits.
   * @default 7 and 30
   */
  readonly webhookRetentionDays: { readonly succeeded: number; readonly failed: number };
  /**
   * Milliseconds between recurring validations; 0 turns them off.
   * @remarks Raise it if a validation wakes warehouses that cost money.
   * @default 3,600,000
   */
  readonly recurringValidationPeriodMs: number;
  /**
   * Prefix of the roles for table grants: an identifier of fewer than 50 characters.
   * @remarks Set it if roles for table grants must be recognizable by name.
   * @default null
   */
  readonly tableGrantsRolePrefix: string | null;
  /**
   * Days until a policy adjustment expires; the host applies it.
   * @remarks Lower it if adjustments must be reviewed more often.
   * @default 365
   */
  readonly policyAdjustmentLifetimeDays: number;
}
