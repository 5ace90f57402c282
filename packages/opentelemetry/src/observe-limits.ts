import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Meter } from '@opentelemetry/api';
import { TENANT_LIMIT_CHANNEL, type TenantLimitMessage } from '@portcullis/core';

/**
 * Counts the times that tenants reach a limit, by the name of the limit.
 *
 * @param byTenant - true to count each tenant separately, by `portcullis.tenant.id`.
 * @returns a function that stops counting.
 */
export function observeLimits(meter: Meter, byTenant: boolean): () => void {
  const counter = meter.createCounter('portcullis.tenant.limit.reached', {
    unit: '{time}',
    description: 'Number of times that a tenant reached a limit.',
  });
  const count = (message: unknown): void => {
    const { limit, tenant } = message as TenantLimitMessage;
    counter.add(1, { 'portcullis.limit.name': limit, ...(byTenant && { 'portcullis.tenant.id': tenant }) });
  };
  subscribe(TENANT_LIMIT_CHANNEL, count);
  return () => void unsubscribe(TENANT_LIMIT_CHANNEL, count);
}
