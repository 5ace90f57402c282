/** Settings that an administrator changes at run time; effective on every node without a restart. */
export interface Settings {
  /** Milliseconds within which a receiver must answer. @default 10,000 */
  readonly webhookDeadlineMs: number;
  /** True to retry failed deliveries automatically. @default true */
  readonly webhookAutomaticRetry: boolean;
  /** Milliseconds before each retry, in order. @default the Standard Webhooks schedule */
  readonly webhookRetrySchedule: readonly number[];
  /** Days without one success after which a webhook is disabled; 0: never. @default 5 */
  readonly webhookDisableAfterDays: number;
  /** Days for which successful and failed deliveries are kept. @default 7 and 30 */
  readonly webhookRetentionDays: { readonly succeeded: number; readonly failed: number };
  /** Milliseconds between recurring validations; 0 turns them off. @default 3,600,000 */
  readonly recurringValidationPeriodMs: number;
  /** Prefix of the roles for table grants: an identifier of fewer than 50 characters. */
  readonly tableGrantsRolePrefix: string | null;
  /** Days until a policy adjustment expires; the host applies it. @default 365 */
  readonly policyAdjustmentLifetimeDays: number;
}
