import type { TenantLimiter } from '../../limits/tenant-limiter.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { LIVE_STATUSES } from '../lifecycle/lifecycle.ts';

/**
 * Refuses an integration beyond the limit of the tenant. Call it first in its transaction, because the row of the tenant is
 * locked before any endpoint queue.
 *
 * @throws ServiceError `TENANT_LIMIT`
 */
export function enforceIntegrationLimit(limiter: TenantLimiter, transaction: StoreTransaction): Promise<void> {
  return limiter.enforce(transaction, 'integrations', () =>
    transaction.count('integrations', { status: { in: LIVE_STATUSES } }),
  );
}

/**
 * Refuses an operation beyond the limit on concurrent operations. Call it first in its transaction, like {@link
 * enforceIntegrationLimit}.
 *
 * @throws ServiceError `TENANT_LIMIT`
 */
export function enforceOperationLimit(limiter: TenantLimiter, transaction: StoreTransaction): Promise<void> {
  return limiter.enforce(transaction, 'concurrentOperations', () =>
    transaction.count('operations', { status: 'running' }),
  );
}
