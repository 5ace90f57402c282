import { valueAt } from '../../kernel/input/config-paths.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';

/** The group that policies exclude. Source: interface, PUT: "all policies must then be re-pushed to the platform". */
const EXCLUDED_GROUP = 'groupPattern.deny';

/** Emits the additional events of an edit for the host. */
export function editEvents(
  engine: Pick<IntegrationDependencies, 'events'>,
  record: IntegrationRecord,
  { config }: Pick<OperationContext, 'config'>,
): void {
  if (valueAt(record.config, EXCLUDED_GROUP) === valueAt(config, EXCLUDED_GROUP)) return;
  engine.events.emit('policiesMustBeRepushed', { integrationId: record.id, type: record.type });
}
