import type { IntegrationDependencies } from '../integrations/context/integration-dependencies.ts';
import type { Parts } from './container.ts';
import { TENANT_SERVICES } from './tokens.ts';

/** Returns the function for the dependencies of operations of a tenant in any state. */
export function dependenciesOf({ get }: Parts): (tenant: string) => Promise<IntegrationDependencies> {
  return async (tenant) => (await get(TENANT_SERVICES).forInstance(tenant)).dependencies;
}

/** Returns the function for the dependencies of operations of an active tenant; undefined for others. */
export function activeDependenciesOf({ get }: Parts): (tenant: string) => Promise<IntegrationDependencies | undefined> {
  return async (tenant) => (await get(TENANT_SERVICES).whileActive(tenant))?.dependencies;
}
