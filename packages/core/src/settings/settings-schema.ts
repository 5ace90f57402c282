import { z } from 'zod';
import type { Settings } from '../options/settings.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The schema of each setting. */
export const settingsSchema = z.strictObject({
  webhookDeadlineMs: z
    .int()
    .min(100)
    .max(2 * MINUTE)
    .describe('Milliseconds within which a receiver must respond.'),
  webhookAutomaticRetry: z.boolean().describe('True: failed deliveries are retried automatically.'),
  webhookRetrySchedule: z
    .array(
      z
        .int()
        .min(0)
        .max(7 * 24 * HOUR),
    )
    .max(30)
    .describe('Milliseconds before each retry, in order.'),
  webhookDisableAfterDays: z
    .number()
    .min(0)
    .max(365)
    .describe('Days without one success after which a webhook is disabled; 0: never.'),
  webhookRetentionDays: z
    .strictObject({ succeeded: z.number().positive().max(3650), failed: z.number().positive().max(3650) })
    .describe('Days that successful and failed deliveries are kept.'),
  recurringValidationPeriodMs: z
    .union(
      [
        z.literal(0),
        z
          .int()
          .min(MINUTE)
          .max(30 * 24 * HOUR),
      ],
      `This must be 0, or a whole number from ${MINUTE} to ${30 * 24 * HOUR}.`,
    )
    .describe('Milliseconds between recurring validations; 0 turns them off.'),
  tableGrantsRolePrefix: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_$]{0,48}$/, 'This must be an identifier under 50 characters')
    .nullable()
    .describe('Prefix of the roles that table grants use.'),
  policyAdjustmentLifetimeDays: z.number().positive().max(36_500).describe('Days until a policy adjustment expires.'),
}) satisfies z.ZodType<Settings>;
