import { z } from 'zod';
import { ServiceError } from '../../../kernel/errors/service-error.ts';
import { issueText } from '../../../kernel/input/issue-text.ts';
import { inputIssues } from '../../../kernel/input/parse-input.ts';
import { withDefaults } from '../../../kernel/input/with-defaults.ts';
import { RETRY_POLICIES } from '../../../options/retry-policies.ts';
import { type BreakerPolicy, type RetryPolicy, TERMINAL_STATUSES } from '../../../options/retry-policy.ts';
import type { RetryPolicyOptions } from '../../../options/webhook-options.ts';
import { settingsSchema } from '../../../settings/settings-schema.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** The longest delay that `Retry-After` can request under any policy. */
const MAX_RETRY_AFTER_MS = 10 * HOUR;

const breakerSchema = z
  .strictObject({
    outagesInARow: z.int().min(1).max(1000),
    share: z.number().min(0).max(1),
    minAttempts: z.int().min(1).max(1000),
    windowMs: z.int().min(SECOND).max(DAY),
    firstMs: z.int().min(100).max(DAY),
    maxMs: z.int().min(100).max(DAY),
  })
  .refine(({ firstMs, maxMs }) => firstMs <= maxMs, {
    path: ['maxMs'],
    error: 'This must not be less than firstMs.',
  }) satisfies z.ZodType<BreakerPolicy>;

const policySchema = z.strictObject({
  schedule: settingsSchema.shape.webhookRetrySchedule,
  jitter: z.number().min(0).max(1),
  retryAfterCapMs: z.int().min(0).max(MAX_RETRY_AFTER_MS),
  terminalStatuses: z.array(z.literal(TERMINAL_STATUSES)),
  breaker: breakerSchema,
}) satisfies z.ZodType<RetryPolicy>;

const OPTION = 'webhooks.retryPolicy';

/**
 * Completes the retry options of a host with the standard policy, and checks them.
 *
 * @throws ServiceError `OPTIONS_INVALID`; `details` has the path of each invalid value.
 */
export function completeRetryPolicy(options: RetryPolicyOptions = {}): RetryPolicy {
  const { standard } = RETRY_POLICIES;
  const { breaker, ...others } = options;
  const merged = { ...withDefaults(standard, others), breaker: withDefaults(standard.breaker, breaker) };
  const parsed = policySchema.safeParse(merged, { reportInput: false });
  if (parsed.success) return parsed.data;
  const issues = inputIssues(parsed.error, OPTION);
  throw new ServiceError('OPTIONS_INVALID', `The retry policy is not valid. ${issueText(issues)}`, { details: issues });
}
