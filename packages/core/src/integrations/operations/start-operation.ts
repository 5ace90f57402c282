import type { StoreTransaction } from '../../ports/store/store.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import type { LifecycleEvent } from '../lifecycle/lifecycle.ts';
import { enforceOperationLimit } from '../state/integration-limits.ts';
import {
  changeStatus,
  type IntegrationRecord,
  type RecordPatch,
  reportTransition,
} from '../state/integration-record.ts';
import { versionConflict } from '../state/version-conflict-error.ts';
import { beginOperation, type NewOperation } from './begin-operation.ts';
import type { StoredOperation } from './operation-run.ts';

/** An operation to start on a stored integration. */
export interface OperationStart extends Omit<NewOperation, 'integrationId'> {
  /** The event that makes the integration busy. */
  readonly event: LifecycleEvent;
  /** @default no further changes */
  readonly patch?: RecordPatch;
  /** Written in the same transaction. @default nothing */
  readonly inTransaction?: (transaction: StoreTransaction) => Promise<void>;
}

/**
 * Stores the busy status of an integration, its running operation and all consequences, or nothing.
 *
 * @throws ServiceError `TENANT_LIMIT`, `TENANT_SUSPENDED`, `TENANT_UNKNOWN`, and the error of a version conflict.
 */
export async function startOperation(
  dependencies: Pick<
    IntegrationDependencies,
    'store' | 'notifications' | 'events' | 'clock' | 'options' | 'nodeId' | 'limiter'
  >,
  record: IntegrationRecord,
  { event, patch = {}, inTransaction, ...started }: OperationStart,
): Promise<StoredOperation> {
  const { store, clock, options, nodeId, limiter } = dependencies;
  return store.transaction(async (transaction) => {
    await enforceOperationLimit(limiter, transaction);
    const changed = await changeStatus(dependencies, transaction, record, event, patch);
    if (!changed) throw await versionConflict(transaction, record.id);
    const lease = { owner: nodeId, milliseconds: options.leaseMs };
    const operation = await beginOperation(transaction, clock, lease, { ...started, integrationId: record.id });
    const from = record.status as IntegrationStatus;
    const cause = { requestedBy: started.requestedBy, operationId: operation.id };
    await reportTransition(dependencies, transaction, changed, { from, event, cause });
    await inTransaction?.(transaction);
    return { record: changed, operation };
  });
}
