import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../../kernel/input/config-paths.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';

/**
 * Emits the additional events of an edit for the host. Source: docs/operations/observability.md.
 */
export function editEvents(
  dependencies: Pick<IntegrationDependencies, 'events'>,
  record: IntegrationRecord,
  { definition, config }: Pick<OperationContext, 'definition' | 'config'>,
): void {
  const { policyPaths = [] } = definition;
  if (policyPaths.every((path) => isDeepStrictEqual(valueAt(record.config, path), valueAt(config, path)))) return;
  dependencies.events.emit('policiesMustBeRepushed', { integrationId: record.id, type: record.type });
}
