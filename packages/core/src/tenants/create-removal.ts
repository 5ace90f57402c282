import { ledgerOf } from '../changes/ledger/read-ledger.ts';
import { bumpSubscriptionsVersion } from '../delivery/subscriptions/subscriptions-version.ts';
import type { IntegrationDependencies } from '../integrations/context/integration-dependencies.ts';
import type { IntegrationStatus } from '../integrations/lifecycle/integration-status.ts';
import { ENDED_STATUSES } from '../integrations/lifecycle/lifecycle.ts';
import { exclusiveObjects } from '../integrations/scripts/exclusive-objects.ts';
import { storedDeleteScript } from '../integrations/scripts/scripts.ts';
import type { ErrorCode } from '../kernel/errors/error-codes.ts';
import { ServiceError } from '../kernel/errors/service-error.ts';
import { unknownTenant } from '../kernel/errors/unknown-tenant.ts';
import { type BackgroundErrorSinks, reportBackgroundError } from '../kernel/events/report-background-error.ts';
import { createIntervalTask } from '../kernel/lifetime/interval-task.ts';
import { HOUR_MS } from '../kernel/time/durations.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Random } from '../ports/random.ts';
import type { AllTenantsOperations, AllTenantsStore } from '../ports/store/store.ts';
import type { OwnedRow } from '../ports/store/tables.ts';
import type { TenantSettings } from '../settings/tenant-settings.ts';
import { bumpTenantsVersion } from '../tenant-cache/tenants-version.ts';
import { createRemovalEnd, type RemovalEndDependencies, removalOf } from './removal-end.ts';
import type { TenantDirectory } from './tenant-directory.ts';
import type { OrphanedIntegration, TenantRemoval } from './tenants-service.ts';
import { createImportClaims, type ImportClaims } from './transfer/import-claims.ts';

/** Dependencies of {@link createRemoval}. */
export interface RemovalDependencies extends BackgroundErrorSinks {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly directory: TenantDirectory;
  readonly settings: Pick<TenantSettings, 'forget'>;
  /** True if another process or thread also caches tenants; it follows a change within two seconds. */
  readonly isCachedElsewhere: boolean;
  /** Returns the dependencies of the integrations of a tenant. */
  readonly dependenciesOf: (tenant: string) => Promise<IntegrationDependencies>;
}

/** The removal of tenants, which also completes the removals of dead processes. */
export interface Removal {
  /** See `TenantsService.remove`. */
  remove(tenant: string, options: { readonly leaveOnPlatforms?: boolean | undefined }): Promise<TenantRemoval>;
  /** The imports of this node. */
  readonly imports: ImportClaims;
  /** Continues interrupted removals, now and once an hour. */
  start(): void;
  stop(): Promise<void>;
}

const TASK = 'tenant-removal';

/** Codes of refusals after which an integration has no delete script: its tenant is removed nevertheless. */
const WITHOUT_SCRIPT: readonly ErrorCode[] = ['SCRIPT_NOT_AVAILABLE', 'PLUGIN_NOT_INSTALLED'];

/** Creates the {@link Removal} of an instance. */
export function createRemoval(dependencies: RemovalDependencies): Removal {
  const { store, clock, logger, directory, settings, dependenciesOf } = dependencies;

  const forget = (tenant: string): void => {
    directory.forget(tenant);
    settings.forget(tenant);
  };

  const { finish, removeRest } = createRemovalEnd({ ...dependencies, forget });

  const imports = createImportClaims({
    ...dependencies,
    forget,
    // No request has seen the tenant, so no node has to learn of its removal.
    removeRest: (tenant) => removeRest(tenant, new AbortController().signal),
  });

  const reportFailure = (error: unknown, tenant?: string): void =>
    reportBackgroundError(dependencies, { task: TASK, line: 'Removing a tenant failed.', details: { tenant } }, error);

  /** Removes a tenant. A failure is reported, and the others are removed nevertheless. */
  const tryRemove = async (tenant: string, signal: AbortSignal, remove: () => Promise<void>): Promise<void> => {
    try {
      await remove();
    } catch (error) {
      signal.throwIfAborted();
      reportFailure(error, tenant);
    }
  };

  const continueRemovals = async (signal: AbortSignal): Promise<void> => {
    for (const row of await imports.abandoned()) await tryRemove(row.tenant, signal, () => imports.remove(row));
    for (const row of await store.find('tenants', { where: { state: 'removing' } })) {
      const { tenant } = row;
      const { orphaned, emptied } = removalOf(row);
      if (emptied) continue;
      await tryRemove(tenant, signal, async () => {
        await finish(tenant, signal, orphaned.length > 0);
        logger.info('A tenant was removed.', { tenant });
      });
    }
  };

  const begin = async (tenant: string, leaveOnPlatforms: boolean): Promise<readonly OrphanedIntegration[]> => {
    await requireRemovable(store, tenant, leaveOnPlatforms);
    const orphaned = await orphanedBy(await dependenciesOf(tenant), await liveIntegrations(store, tenant));
    await markRemoving({ store, clock, forget }, tenant, orphaned, leaveOnPlatforms);
    return orphaned;
  };

  const recurring = createIntervalTask(dependencies, {
    name: TASK,
    everyMs: HOUR_MS,
    work: continueRemovals,
    onError: reportFailure,
  });

  return {
    imports,
    async remove(tenant, { leaveOnPlatforms = false }) {
      const [row] = await store.find('tenants', { where: { tenant } });
      if (!row || row.state === 'importing') throw unknownTenant(tenant);
      const orphaned = row.state === 'removing' ? removalOf(row).orphaned : await begin(tenant, leaveOnPlatforms);
      return { id: tenant, orphaned, ...(await finish(tenant, new AbortController().signal)) };
    },
    start() {
      recurring.start();
      void recurring.now();
    },
    stop: () => recurring.stop(),
  };
}

/** Marks a tenant as being removed, with the integrations whose objects stay on their platforms. */
function markRemoving(
  { store, clock, forget }: Pick<RemovalDependencies, 'store' | 'clock'> & Pick<RemovalEndDependencies, 'forget'>,
  tenant: string,
  orphaned: readonly OrphanedIntegration[],
  leaveOnPlatforms: boolean,
): Promise<void> {
  return store.transaction(async (transaction) => {
    const [row] = await transaction.find('tenants', { where: { tenant }, lock: 'update' });
    if (!row || row.state === 'importing') throw unknownTenant(tenant);
    if (row.state === 'removing') return;
    await requireRemovable(transaction, tenant, leaveOnPlatforms);
    const now = clock.now();
    const patch = { state: 'removing', stateSince: now, version: { increment: 1 }, updatedAt: now };
    await transaction.update('tenants', { tenant, version: row.version }, { ...patch, removal: { orphaned } });
    // Notifications that are being published find it changed, and then unknown.
    await bumpSubscriptionsVersion(transaction.scoped(tenant));
    await bumpTenantsVersion(transaction.scoped(tenant));
    transaction.afterCommit(() => forget(tenant));
  });
}

async function liveIntegrations(
  operations: Pick<AllTenantsOperations, 'find'>,
  tenant: string,
): Promise<readonly OwnedRow<'integrations'>[]> {
  const rows = await operations.find('integrations', { where: { tenant }, orderBy: [['id', 'asc']] });
  return rows.filter(({ status }) => !ENDED_STATUSES.includes(status as IntegrationStatus));
}

async function requireRemovable(
  operations: Pick<AllTenantsOperations, 'find'>,
  tenant: string,
  leaveOnPlatforms: boolean,
): Promise<void> {
  const integrations = (await liveIntegrations(operations, tenant)).map(({ id }) => id);
  if (integrations.length === 0) return;
  if (!leaveOnPlatforms) {
    const message = `The tenant ${JSON.stringify(tenant)} has the integrations ${integrations.join(', ')}: remove them first, or set leaveOnPlatforms.`;
    throw new ServiceError('TENANT_IN_USE', message, { details: { tenant } });
  }
  const where = { tenant, integrationId: { in: integrations }, status: 'running' };
  const [running] = await operations.find('operations', { where, limit: 1 });
  if (!running) return;
  const message = `An operation of the tenant ${JSON.stringify(tenant)} is running: wait until it has ended.`;
  throw new ServiceError('TENANT_IN_USE', message, { details: { tenant, operationId: running.id } });
}

/** Returns integrations with their remaining objects and their delete scripts. */
async function orphanedBy(
  dependencies: IntegrationDependencies,
  integrations: readonly OwnedRow<'integrations'>[],
): Promise<readonly OrphanedIntegration[]> {
  const orphaned: OrphanedIntegration[] = [];
  for (const record of integrations) {
    const { id, type } = record;
    const { own } = await exclusiveObjects(dependencies.store, record, await ledgerOf(dependencies.store, id));
    const objects = own.filter(({ sharing }) => sharing !== 'required').map(({ kind, name }) => ({ kind, name }));
    const script = await storedDeleteScript(dependencies, id).catch((error: unknown) => {
      if (ServiceError.isInstance(error) && WITHOUT_SCRIPT.includes(error.code)) return null;
      throw error;
    });
    orphaned.push({ integrationId: id, type, objects, deleteScript: script });
  }
  return orphaned;
}
