import type { ErrorCode } from '../../kernel/errors/error-codes.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { withoutLimits } from '../../limits/tenant-limiter.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import { isStoredByOlder } from '../plugin-versions/plugin-versions.ts';
import { migrateIntegration } from './migrate-integration.ts';

/** Dependencies of {@link migrateAtStart}. */
export interface MigrationAtStart
  extends Pick<IntegrationDependencies, 'registry' | 'options' | 'background' | 'logger'> {
  readonly store: AllTenantsStore;
  readonly events: IntegrationEventSink;
  /** Returns the dependencies of operations of a tenant; undefined for one that is suspended or being removed. */
  readonly dependenciesOf: (tenant: string) => Promise<IntegrationDependencies | undefined>;
}

/**
 * Migrates every enabled integration that an older version of its plugin has stored, one at a time, in the background; those of
 * suspended tenants are left as they are. Of several nodes, only the first starts a migration. A failure does not affect the others.
 */
export async function migrateAtStart(dependencies: MigrationAtStart): Promise<void> {
  if (!dependencies.options.migrateAtStart) return;
  const records = await dependencies.store.find('integrations', {
    where: { status: 'enabled' },
    orderBy: [['id', 'asc']],
  });
  const behind = records.filter((record) => {
    const definition = dependencies.registry.find(record.type);
    return definition !== undefined && isStoredByOlder(definition, record);
  });
  if (behind.length === 0) return;
  dependencies.background.track(NO_INTEGRATION, 'migrate-at-start', migrateInTurn(dependencies, behind));
}

async function migrateInTurn(
  dependencies: MigrationAtStart,
  records: readonly Pick<OwnedRow<'integrations'>, 'id' | 'tenant'>[],
): Promise<void> {
  const { signal } = dependencies.background;
  for (const record of records) {
    if (signal.aborted) return;
    await migrate(dependencies, record, signal).catch((error: unknown) => report(dependencies, record.id, error));
    await dependencies.background.whenIdle(record.id);
  }
}

async function migrate(
  dependencies: Pick<MigrationAtStart, 'dependenciesOf'>,
  { id, tenant }: Pick<OwnedRow<'integrations'>, 'id' | 'tenant'>,
  signal: AbortSignal,
): Promise<void> {
  const tenantDependencies = await dependencies.dependenciesOf(tenant);
  if (!tenantDependencies) return;
  const unlimited = { ...tenantDependencies, limiter: withoutLimits(tenantDependencies.limiter) };
  await migrateIntegration(unlimited, { id, actor: null, signal }, {});
}

/** The codes for integrations that another node migrates, and for tenants that were suspended or removed. */
const EXPECTED_CODES: readonly ErrorCode[] = ['INTEGRATION_BUSY', 'TENANT_SUSPENDED', 'TENANT_UNKNOWN'];

/** The id under which the migrations at the start are tracked: no integration has it. */
const NO_INTEGRATION = 0;

function report(
  dependencies: Pick<IntegrationDependencies, 'events' | 'logger'>,
  integrationId: number,
  error: unknown,
): void {
  if (ServiceError.isInstance(error) && EXPECTED_CODES.includes(error.code)) return;
  const line = 'An integration could not be migrated.';
  reportBackgroundError(dependencies, { task: 'migrate-at-start', line, details: { integrationId } }, error);
}
