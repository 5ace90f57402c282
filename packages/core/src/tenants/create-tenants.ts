import { readStats } from '../delivery/api/read-stats.ts';
import type { Dispatcher } from '../delivery/dispatcher/create-dispatcher.ts';
import type { DeliveryEventSink } from '../delivery/events/delivery-events.ts';
import type { AuthenticateKey } from '../integrations/client-setup/key-authentication.ts';
import { ServiceError } from '../kernel/errors/service-error.ts';
import { unknownTenant } from '../kernel/errors/unknown-tenant.ts';
import { parseInput } from '../kernel/input/parse-input.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Random } from '../ports/random.ts';
import type { SecretKeys } from '../ports/secret-keys.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import type { OwnedRow } from '../ports/store/tables.ts';
import type { LookUpApiKey } from '../security/api-keys/look-up-api-key.ts';
import { resealAll } from '../security/reseal/reseal-all.ts';
import { changeTenant } from './change-tenant.ts';
import type { Removal } from './create-removal.ts';
import { createSuspension } from './create-suspension.ts';
import { listTenants } from './list-tenants.ts';
import { readUsage } from './read-usage.ts';
import { insertTenant, newTenant, type TenantDirectory } from './tenant-directory.ts';
import { checkTenantId } from './tenant-id.ts';
import { newTenantInput, requireOptions, tenantChangesInput, tenantRemovalInput } from './tenant-input.ts';
import { toTenantView } from './tenant-view.ts';
import type { TenantsService } from './tenants-service.ts';
import { exportTenant } from './transfer/export-tenant.ts';
import { importTenant } from './transfer/import-tenant.ts';

/** Dependencies of {@link createTenants}. */
export interface TenantsDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly directory: TenantDirectory;
  readonly removal: Removal;
  readonly dispatcher: Pick<Dispatcher, 'activity' | 'recover'>;
  readonly secretKeys: SecretKeys;
  /** True if another process or thread also caches tenants; it follows a change within two seconds. */
  readonly isCachedElsewhere: boolean;
  readonly lookUpApiKey: LookUpApiKey;
  readonly authenticateIntegrationKey: AuthenticateKey;
}

/** Creates the {@link TenantsService} of an instance. */
export function createTenants(dependencies: TenantsDependencies): TenantsService {
  const { store, clock, removal, dispatcher, lookUpApiKey, authenticateIntegrationKey } = dependencies;
  const suspension = createSuspension(dependencies);

  return {
    async create(tenant) {
      checkTenantId((tenant as { readonly id?: unknown } | undefined)?.id);
      const { id, name = null, limits } = parseInput(newTenantInput, tenant);
      const row = await insertTenant(store, { ...newTenant(id, dependencies), name, limits });
      if (!row) throw new ServiceError('TENANT_EXISTS', `The tenant ${JSON.stringify(id)} exists.`);
      return toTenantView(row);
    },
    async get(id) {
      return toTenantView(await findTenant(store, id));
    },
    async list(options = {}) {
      return listTenants(store, options);
    },
    async update(id, changes) {
      const parsed = parseInput(tenantChangesInput, changes);
      await changeTenant(dependencies, checkTenantId(id), parsed);
      return toTenantView(await findTenant(store, id));
    },
    async suspend(id) {
      await suspension.suspend(checkTenantId(id));
      return toTenantView(await findTenant(store, id));
    },
    async resume(id) {
      await suspension.resume(checkTenantId(id));
      return toTenantView(await findTenant(store, id));
    },
    async usage(id) {
      const { tenant } = await findTenant(store, id);
      return { id: tenant, ...(await readUsage(store, tenant)) };
    },
    async export(id, options = {}) {
      const { publicKey } = requireOptions(options);
      const requireRow = (tenant: string) => requireRemaining(store, tenant);
      return exportTenant({ ...dependencies, requireRow }, checkTenantId(id), publicKey);
    },
    async import(source, options = {}) {
      const { privateKey } = requireOptions(options);
      const importing = { ...dependencies, claims: removal.imports, checkId: checkTenantId };
      const imported = await importTenant(importing, source, privateKey);
      // Processes that share a store recover expired leases regularly.
      if (!store.shared) await dispatcher.recover();
      return imported;
    },
    async reseal(id) {
      const { tenant } = await findTenant(store, id);
      return resealAll(dependencies, new AbortController().signal, undefined, tenant);
    },
    async remove(id, options = {}) {
      checkTenantId(id);
      return removal.remove(id, parseInput(tenantRemovalInput, options));
    },
    async stats() {
      const node = await dispatcher.activity();
      return { ...(await readStats({ store, clock })), node };
    },
    authenticate: (key, options) => lookUpApiKey(key, options),
    authenticateIntegrationKey: (key, options) => authenticateIntegrationKey(key, options),
  };
}

/**
 * Reads a tenant in any state that a request may see.
 *
 * @throws ServiceError `TENANT_ID_INVALID`, `TENANT_UNKNOWN`
 */
async function findTenant(store: Pick<AllTenantsStore, 'find'>, id: string): Promise<OwnedRow<'tenants'>> {
  const [row] = await store.find('tenants', { where: { tenant: checkTenantId(id) } });
  if (!row || row.state === 'importing') throw unknownTenant(id);
  return row;
}

/**
 * Reads a tenant that is not being removed.
 *
 * @throws ServiceError `TENANT_ID_INVALID`, `TENANT_UNKNOWN`
 */
async function requireRemaining(store: Pick<AllTenantsStore, 'find'>, id: string): Promise<OwnedRow<'tenants'>> {
  const row = await findTenant(store, id);
  if (row.state === 'removing') throw unknownTenant(id);
  return row;
}
