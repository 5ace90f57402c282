import { ServiceError } from './service-error.ts';

/** Returns the error for a tenant that does not exist. */
export function unknownTenant(tenant: string): ServiceError {
  return new ServiceError('TENANT_UNKNOWN', `There is no tenant ${JSON.stringify(tenant)}.`, { details: { tenant } });
}
