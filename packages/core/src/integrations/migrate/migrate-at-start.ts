import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { isBehind } from '../plugin-versions/plugin-versions.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { migrateIntegration } from './migrate-integration.ts';

/**
 * Migrates every enabled integration that an older version of its plugin has stored, one after the other, in the background.
 * On several nodes each migration is begun once: who comes second is refused. A failure leaves the others alone.
 */
export async function migrateAtStart(engine: IntegrationDependencies): Promise<void> {
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
  engine: IntegrationDependencies,
  records: readonly Pick<IntegrationRecord, 'id'>[],
): Promise<void> {
  const { signal } = engine.background;
  for (const { id } of records) {
    if (signal.aborted) return;
    await migrateIntegration(engine, { id, actor: null, signal }, {}).catch((error: unknown) =>
      report(engine, id, error),
    );
    await engine.background.whenIdle(id);
  }
}

/** No integration has this id: the round belongs to none of them. */
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
