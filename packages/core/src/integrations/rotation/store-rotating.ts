import { keepOutputs } from '../../bootstrap/ledger/write-ledger.ts';
import type { Plan } from '../../bootstrap/plan.ts';
import type { RequestContext } from '../../security/principal.ts';
import type { ValidationResults } from '../../validation/validation-results.ts';
import type { Engine } from '../engine.ts';
import { type IntegrationRecord, moveIntegration } from '../integration-record.ts';
import { beginOperation } from '../operations.ts';
import type { Preparation } from '../preparation.ts';
import { racedError } from '../raced-error.ts';
import type { StoredOperation } from '../store-creating.ts';
import type { RotationPlace } from './rotation-place.ts';
import { STAGED_PLACE_OUTPUT } from './rotation-place.ts';

/** What a rotation is stored with. */
export interface RotatingRequest {
  readonly preparation: Preparation;
  readonly place: RotationPlace;
  readonly plan: Plan;
  readonly results: ValidationResults;
  /** The new secret. */
  readonly next: string;
}

/** Stores `editing` with the running operation and the new secret, sealed and staged: from here on a crash loses neither of the two. */
export async function storeRotating(
  engine: Engine,
  { principal }: RequestContext,
  record: IntegrationRecord,
  { preparation, place, plan, results, next }: RotatingRequest,
): Promise<StoredOperation> {
  return engine.store.transaction(async (transaction) => {
    const moved = await moveIntegration(engine, transaction, record, 'edit', {}, principal.id);
    if (!moved) throw await racedError(transaction, record.id);
    const lease = { owner: engine.nodeId, milliseconds: engine.options.leaseMs };
    const operation = await beginOperation(transaction, engine.clock, lease, {
      integrationId: record.id,
      kind: 'rotate',
      scope: preparation.scope,
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
