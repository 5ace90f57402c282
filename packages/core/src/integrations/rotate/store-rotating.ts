import { keepOutputs } from '../../changes/ledger/write-ledger.ts';
import type { Plan } from '../../changes/plan/plan.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { beginOperation } from '../operations/operations.ts';
import type { StoredOperation } from '../operations/store-creating.ts';
import type { RotationPlace } from '../secrets/rotation-place.ts';
import { STAGED_PLACE_OUTPUT } from '../secrets/rotation-place.ts';
import { enforceOperationLimit } from '../state/integration-limits.ts';
import { type IntegrationRecord, moveIntegration } from '../state/integration-record.ts';
import { versionConflict } from '../state/version-conflict-error.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/** The input for storing a rotation. */
export interface RotatingRequest {
  readonly operationContext: OperationContext;
  readonly place: RotationPlace;
  readonly plan: Plan;
  readonly results: ValidationResults;
  /** The new secret. */
  readonly next: string;
}

/** Stores `editing` with the running operation and the new secret, sealed and staged, so that a crash loses neither secret. */
export async function storeRotating(
  engine: IntegrationDependencies,
  { principal }: RequestContext,
  record: IntegrationRecord,
  { operationContext, place, plan, results, next }: RotatingRequest,
): Promise<StoredOperation> {
  return engine.store.transaction(async (transaction) => {
    await enforceOperationLimit(engine.limiter, transaction);
    const moved = await moveIntegration(engine, transaction, record, 'edit', {}, principal.id);
    if (!moved) throw await versionConflict(transaction, record.id);
    const lease = { owner: engine.nodeId, milliseconds: engine.options.leaseMs };
    const operation = await beginOperation(transaction, engine.clock, lease, {
      integrationId: record.id,
      kind: 'rotate',
      scope: operationContext.scope,
      requestedBy: principal.id,
      plan,
      validationResults: results,
    });
    const owner = `integration:${record.id}`;
    await engine.secrets.put(transaction, owner, place.rotation.slot, next, 'staged');
    await keepOutputs(transaction, record.id, place.listed.facts.key, { [STAGED_PLACE_OUTPUT]: place.to });
    return { record: moved, operation };
  });
}
