import { ServiceError } from './service-error.ts';
import { unknownTenant } from './unknown-tenant.ts';

/**
 * Returns the facts or the row of a tenant whose requests may be served.
 *
 * @throws ServiceError `TENANT_UNKNOWN` without facts, and while the tenant is being removed or imported; `TENANT_SUSPENDED`
 */
export function requireActiveTenant<Facts extends { readonly state: string }>(
  tenant: string,
  facts: Facts | undefined,
): Facts {
  if (!facts || facts.state === 'removing' || facts.state === 'importing') throw unknownTenant(tenant);
  if (facts.state === 'active') return facts;
  throw new ServiceError('TENANT_SUSPENDED', `The tenant ${JSON.stringify(tenant)} is suspended.`);
}
