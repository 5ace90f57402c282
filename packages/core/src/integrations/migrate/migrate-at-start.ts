import { ServiceError } from '../../kernel/errors/service-error.ts';
import { UNLIMITED } from '../../limits/tenant-limiter.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import { isBehind } from '../plugin-versions/plugin-versions.ts';
import { migrateIntegration } from './migrate-integration.ts';

/** Dependencies of {@link migrateAtStart}. */
export interface MigrationAtStart
  extends Pick<IntegrationDependencies, 'registry' | 'options' | 'background' | 'logger'> {
  readonly store: AllTenantsStore;
  readonly events: IntegrationEventSink;
  /** Returns the dependencies of operations of a tenant. */
  readonly dependenciesOf: (tenant: string) => Promise<IntegrationDependencies>;
}

/**
 * Migrates every enabled integration that an older version of its plugin has stored, one at a time, in the background. Of several
 * nodes, only the first starts a migration. A failure does not affect the others.
 */
export async function migrateAtStart(engine: MigrationAtStart): Promise<void> {
  if (!engine.options.migrateAtStart) return;
  const records = await engine.store.find('integrations', { where: { status: 'enabled' }, orderBy: [['id', 'asc']] });
  const behind = records.filter((record) => {
    const definition = engine.registry.find(record.type);
    return definition !== undefined && isBehind(definition, record);
  });
  if (behind.length === 0) return;
  engine.background.track(AT_START, 'migrate-at-start', migrateInTurn(engine, behind));
}

async function migrateInTurn(
  engine: MigrationAtStart,
  records: readonly Pick<OwnedRow<'integrations'>, 'id' | 'tenant'>[],
): Promise<void> {
  const { signal } = engine.background;
  for (const { id, tenant } of records) {
    if (signal.aborted) return;
    const dependencies = { ...(await engine.dependenciesOf(tenant)), limiter: UNLIMITED };
    await migrateIntegration(dependencies, { id, actor: null, signal }, {}).catch((error: unknown) =>
      report(engine, id, error),
    );
    await engine.background.whenIdle(id);
  }
}

/** No integration has this id, since the round belongs to none of them. */
const AT_START = 0;

function report(
  engine: Pick<IntegrationDependencies, 'events' | 'logger'>,
  integrationId: number,
  error: unknown,
): void {
  if (ServiceError.isInstance(error) && error.code === 'INTEGRATION_BUSY') return;
  const message = error instanceof Error ? error.message : String(error);
  engine.logger.error('An integration could not be migrated.', { integrationId, error: message });
  engine.events.emit('background.error', { task: 'migrate-at-start', message });
}
