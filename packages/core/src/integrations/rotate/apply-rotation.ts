import type { FailureClassification } from '@portcullis/plugin-api';
import { executeStep, type StepContext } from '../../changes/apply/execute-step.ts';
import type { ExecutionContext } from '../../changes/apply/execution-context.ts';
import type { JournalIntent } from '../../changes/apply/journal.ts';
import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import type { RenderedStep } from '../../changes/steps/rendered-step.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { type ApplyDependencies, createExecutionContext } from '../operations/create-execution-context.ts';
import { explainFailure } from '../operations/explain-failure.ts';
import { failureText } from '../operations/failed-conclusion.ts';
import { requireLease } from '../operations/operation-lease.ts';
import type { OperationRun } from '../operations/operation-run.ts';
import type { Conclusion } from '../operations/run-operation.ts';
import { promoteStaged } from '../secrets/promote-staged.ts';
import type { RotatedCredential } from '../secrets/rotated-credential.ts';
import { provingStage, trySignIn } from '../secrets/try-sign-in.ts';
import { notifyRecovered } from '../validation/validate-integration.ts';
import type { OperationFailure } from '../views/operation-failure.ts';
import { type RotationSecrets, rotationChanges } from './rotation-changes.ts';
import { rotationPrivileges } from './rotation-privileges.ts';

/** A rotation that was stored and runs. */
export interface RotationRun extends OperationRun {
  /** The context that signs in with the new secret; `operationContext` signs in with the current one. */
  readonly proving: OperationContext;
  readonly rotated: RotatedCredential;
  readonly secrets: RotationSecrets;
  readonly objects: readonly ObjectFacts[];
  /** True if the recurring check had failed before. */
  readonly wasUnhealthy: boolean;
}

/** Sets the new secret, proves it, stores it, and removes the old one. A failure before it is stored is reverted. */
export async function applyRotation(
  dependencies: ApplyDependencies & Pick<IntegrationDependencies, 'notifications'>,
  run: RotationRun,
  signal: AbortSignal,
): Promise<Conclusion> {
  const { record, operation, operationContext, rotated, secrets, objects } = run;
  const context = await createExecutionContext(dependencies, run, {
    facts: record.facts,
    objects,
    signal,
  });
  const foreign = await foreignObject(rotated, context);
  if (foreign) return revertStep(dependencies, run, context, undefined, foreign);
  const { set, clear } = rotationChanges(operationContext, rotated, secrets);
  const refused = await executeSteps(set, set.steps, 'forward', context);
  // A lost response is not a refusal; a sign-in with the new secret shows whether it took effect.
  if (refused && !refused.isLost) {
    const needs = rotationPrivileges(rotated.listed.declared, rotated.rotation, rotated.actor);
    const explained = explainFailure(
      operationContext,
      [],
      { change: set, failure: refused, statement: refused.text },
      needs,
    );
    return revertStep(dependencies, run, context, refused.index > 0 ? set : undefined, explained);
  }
  const stage = provingStage(operationContext) ?? rotated.stage;
  const unproved = await trySignIn(dependencies, run.proving, stage, 'service', signal);
  if (unproved) return revertStep(dependencies, run, context, set, unproved);
  await dependencies.store.transaction(async (transaction) => {
    await requireLease(transaction, operation);
    await promoteStaged(
      dependencies,
      transaction,
      record.id,
      rotated.clearsByValue ? rotated.rotation.slot : undefined,
    );
    await context.journal.storeChange(transaction, 'secret');
    if (run.wasUnhealthy) await notifyRecovered(dependencies, transaction, record);
  });
  const left = clear && (await executeSteps(clear, clear.steps, 'forward', context));
  const isCleared = rotated.clearsByValue && left === undefined;
  const reason = `The old secret could not be removed: ${left?.message ?? ''} Rotate the secret again to remove it.`;
  return {
    event: 'edit-succeeded',
    status: 'succeeded',
    patch: {
      ...(left && { statusReason: reason }),
      // The stored results say that the secret is wrong.
      ...(run.wasUnhealthy && { validationResults: operation.validationResults }),
    },
    inTransaction: async (transaction) => {
      if (isCleared)
        await dependencies.secrets.destroyRetiring(
          transaction,
          integrationSecretOwner(record.id),
          rotated.rotation.slot,
        );
    },
  };
}

/** Reverts a failed rotation: restores the old secret if the new one has replaced it. */
async function revertStep(
  dependencies: ApplyDependencies,
  { record, operationContext, rotated }: RotationRun,
  context: ExecutionContext,
  set: Change | undefined,
  failure: OperationFailure,
): Promise<Conclusion> {
  context.signal.throwIfAborted();
  const left = set && (await executeSteps(set, set.inverse, 'compensation', context));
  const stage = provingStage(operationContext) ?? rotated.stage;
  const broken = await trySignIn(dependencies, operationContext, stage, 'service', context.signal);
  const isResolved = !left && !broken;
  const leftovers = isResolved ? [] : [`it is unknown which secret the platform has (${(left ?? broken)?.message})`];
  const message = failureText('The rotation was reverted.', failure.message, leftovers);
  return {
    event: 'edit-failed',
    status: 'failed',
    patch: { statusReason: message },
    error: { ...failure, message },
    leftovers,
    // While it is unknown which secret works, both are kept, and the next operation determines it.
    inTransaction: async (transaction) => {
      if (isResolved) await dependencies.secrets.discardStaged(transaction, integrationSecretOwner(record.id));
    },
  };
}

/**
 * Returns the failure if the account is foreign, since privileged credentials must not set the password of a foreign account with
 * our name.
 */
async function foreignObject(
  { listed, actor }: RotatedCredential,
  { observe }: Pick<ExecutionContext, 'observe'>,
): Promise<FailureClassification | undefined> {
  if (actor === 'service') return undefined;
  const { kind, name } = listed.object;
  const seen = await observe(listed.object).catch(() => undefined);
  if (seen?.state === 'foreign')
    return { class: 'already-exists', message: `The ${kind} ${name} was not made by Portcullis and is left alone.` };
  return seen?.state === 'absent' ? { class: 'not-found', message: `The ${kind} ${name} is gone.` } : undefined;
}

interface StepsFailure extends FailureClassification {
  readonly index: number;
  /** The canonical text of the statement. */
  readonly text: string;
  readonly isLost: boolean;
}

/** Executes the steps of a change, each with its intent in the journal before and its outcome after. */
async function executeSteps(
  change: Change,
  steps: readonly RenderedStep[],
  direction: JournalIntent['direction'],
  context: StepContext & Pick<ExecutionContext, 'journal'>,
): Promise<StepsFailure | undefined> {
  for (const [index, step] of steps.entries()) {
    context.signal.throwIfAborted();
    const result = await context.journal.execute({ change, step, direction, absentBefore: null }, () =>
      executeStep(step, context, { action: change.action, objectKey: change.object.key }),
    );
    if (result.outcome !== 'done')
      return { ...result.failure, index, text: step.text, isLost: result.outcome === 'unknown' };
  }
  return undefined;
}
