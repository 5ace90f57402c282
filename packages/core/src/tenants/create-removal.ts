import { bumpSubscriptionsVersion } from '../delivery/subscriptions/subscriptions-version.ts';
import type { IntegrationDependencies } from '../integrations/context/integration-dependencies.ts';
import type { IntegrationStatus } from '../integrations/lifecycle/integration-status.ts';
import { ENDED_STATUSES } from '../integrations/lifecycle/lifecycle.ts';
import { storedDeleteScript } from '../integrations/scripts/scripts.ts';
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

  const failed = (error: unknown, tenant?: string): void =>
    reportBackgroundError(dependencies, { task: TASK, line: 'Removing a tenant failed.', details: { tenant } }, error);

  /** Does work for a tenant. A failure is reported and does not keep others from their removal. */
  const alone = async (
    { tenant }: Pick<OwnedRow<'tenants'>, 'tenant'>,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> => {
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      failed(error, tenant);
    }
  };

  const recurring = createIntervalTask(dependencies, {
    name: TASK,
    everyMs: HOUR_MS,
    async work(signal) {
      for (const row of await imports.dead()) await alone(row, signal, () => imports.remove(row));
      for (const row of await store.find('tenants', { where: { state: 'removing' } })) {
        const { left, emptied } = removalOf(row);
        if (emptied) continue;
        await alone(row, signal, async () => {
          await finish(row.tenant, signal, left.length > 0);
          logger.info('A tenant was removed.', { tenant: row.tenant });
        });
      }
    },
    onError: failed,
  });

  return {
    imports,
    async remove(tenant, { leaveOnPlatforms = false }) {
      const [row] = await store.find('tenants', { where: { tenant } });
      if (!row || row.state === 'importing') throw unknownTenant(tenant);
      const isBegun = row.state === 'removing';
      if (!isBegun) await requireRemovable(store, tenant, leaveOnPlatforms);
      const left = isBegun
        ? removalOf(row).left
        : await scriptsOf(await dependenciesOf(tenant), await liveIn(store, tenant));
      if (!isBegun) await beginRemoval({ store, clock, forget }, tenant, left, leaveOnPlatforms);
      return { id: tenant, left, ...(await finish(tenant, new AbortController().signal)) };
    },
    start() {
      recurring.start();
      void recurring.now();
    },
    stop: () => recurring.stop(),
  };
}

/** Marks a tenant as being removed, with the integrations whose objects stay on their platforms. */
function beginRemoval(
  { store, clock, forget }: Pick<RemovalDependencies, 'store' | 'clock'> & Pick<RemovalEndDependencies, 'forget'>,
  tenant: string,
  left: readonly OrphanedIntegration[],
  leaveOnPlatforms: boolean,
): Promise<void> {
  return store.transaction(async (transaction) => {
    const [row] = await transaction.find('tenants', { where: { tenant }, lock: 'update' });
    if (!row || row.state === 'importing') throw unknownTenant(tenant);
    if (row.state === 'removing') return;
    await requireRemovable(transaction, tenant, leaveOnPlatforms);
    const now = clock.now();
    const patch = { state: 'removing', stateSince: now, version: { increment: 1 }, updatedAt: now };
    await transaction.update('tenants', { tenant, version: row.version }, { ...patch, removal: { left } });
    // Notifications that are being published find it changed, and then unknown.
    await bumpSubscriptionsVersion(transaction.scoped(tenant));
    await bumpTenantsVersion(transaction.scoped(tenant));
    transaction.afterCommit(() => forget(tenant));
  });
}

async function liveIn(
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
  const integrations = (await liveIn(operations, tenant)).map(({ id }) => id);
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

/** Returns the delete scripts of integrations whose types have one. */
async function scriptsOf(
  dependencies: IntegrationDependencies,
  integrations: readonly OwnedRow<'integrations'>[],
): Promise<readonly OrphanedIntegration[]> {
  const left: OrphanedIntegration[] = [];
  for (const { id, type } of integrations) {
    const script = await storedDeleteScript(dependencies, id).catch((error: unknown) => {
      if (ServiceError.isInstance(error) && error.code === 'SCRIPT_NOT_AVAILABLE') return null;
      throw error;
    });
    left.push({ integrationId: id, type, deleteScript: script });
  }
  return left;
}
