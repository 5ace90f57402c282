import type { TenantLimiter } from '../../limits/tenant-limiter.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { LIVE_STATUSES } from '../lifecycle/lifecycle.ts';

/**
 * Refuses one more integration than the tenant may have. The first call of its transaction: the row of the tenant is locked before
 * any endpoint queue.
 *
 * @throws ServiceError `TENANT_LIMIT`
 */
export function enforceIntegrationLimit(limiter: TenantLimiter, transaction: StoreTransaction): Promise<void> {
  return limiter.enforce(transaction, 'integrations', () =>
    transaction.count('integrations', { status: { in: LIVE_STATUSES } }),
  );
}

/**
 * Refuses one more operation than may run at once. The first call of its transaction, as {@link enforceIntegrationLimit}.
 *
 * @throws ServiceError `TENANT_LIMIT`
 */
export function enforceOperationLimit(limiter: TenantLimiter, transaction: StoreTransaction): Promise<void> {
  return limiter.enforce(transaction, 'concurrentOperations', () =>
    transaction.count('operations', { status: 'running' }),
  );
}
