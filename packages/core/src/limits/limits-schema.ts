import { z } from 'zod';
import { ServiceError } from '../kernel/errors/service-error.ts';
import { inputIssues } from '../kernel/input/parse-input.ts';
import type { OwnTenantLimits, TenantLimitName, TenantLimits } from '../options/tenant-limits.ts';

/** The minimum of each limit: zero for what a tenant can do without. */
const MIN_VALUES: Readonly<Record<TenantLimitName, 0 | 1>> = {
  integrations: 0,
  webhooks: 0,
  apiKeys: 0,
  notificationsPerSecond: 1,
  notificationBurst: 1,
  waitingDeliveries: 1,
  concurrentDeliveries: 1,
  concurrentOperations: 1,
  eventStreams: 1,
  storedBytes: 1,
};

const NAMES = Object.keys(MIN_VALUES) as readonly TenantLimitName[];

/** The limits in the row of a tenant. */
export const ownLimitsSchema: z.ZodType<OwnTenantLimits> = z.strictObject(
  Object.fromEntries(NAMES.map((name) => [name, z.int().min(MIN_VALUES[name]).nullable().optional()])),
);

const limitsSchema = z.strictObject(
  Object.fromEntries(NAMES.map((name) => [name, z.int().min(MIN_VALUES[name]).optional()])),
);

/**
 * Checks the limits that the host has set for all tenants.
 *
 * @throws ServiceError `OPTIONS_INVALID`
 */
export function checkLimits(limits: TenantLimits | undefined): TenantLimits {
  if (limits === undefined) return {};
  const parsed = limitsSchema.safeParse(limits, { reportInput: false });
  if (parsed.success) return parsed.data;
  const [first] = inputIssues(parsed.error, 'tenants.limits');
  throw new ServiceError('OPTIONS_INVALID', `The option ${first?.path} is not valid. ${first?.message}`, {
    details: { option: first?.path ?? 'tenants.limits' },
  });
}

/** Returns the limits of a tenant: each is its own one, otherwise that of the instance. */
export function effectiveLimits(ofInstance: TenantLimits, own: unknown): TenantLimits {
  const entries = Object.entries({ ...ofInstance, ...(own as OwnTenantLimits) });
  return entries.length === 0
    ? NO_LIMITS
    : Object.fromEntries(entries.filter(([, limit]) => typeof limit === 'number'));
}

const NO_LIMITS: TenantLimits = Object.freeze({});
