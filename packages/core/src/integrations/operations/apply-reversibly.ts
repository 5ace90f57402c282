import type { AppliedChange } from '../../changes/apply/applied-change.ts';
import type { ExecutionContext } from '../../changes/apply/execution-context.ts';
import { revertChanges } from '../../changes/apply/revert-change.ts';
import { type RunFailure, runChangeSet, runDrops } from '../../changes/apply/run-change-set.ts';
import type { Change } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { tryServiceAccount } from '../secrets/try-sign-in.ts';
import { explainFailure } from './explain-failure.ts';
import type { FailedRun } from './failed-conclusion.ts';

/** The changes of an operation up to its point of no return. */
export interface ReversibleRun {
  /** Remnants of the last operation, which are removed first. @default none */
  readonly remnants?: readonly Change[];
  readonly changes: readonly Change[];
  /** The plugin's objects, for the old and the new config: they name the privileges of a statement that fails. */
  readonly objects: readonly ListedObject[];
  /** Returns the sentence about a change that failed. */
  changeFailed(change: Change): string;
  /** The sentence about a service account that cannot sign in. */
  readonly signInFailed: string;
}

/**
 * Applies the changes of an operation and proves its service account. A failure reverts the changes.
 *
 * @returns the failure; undefined if the operation can go past its point of no return.
 */
export async function applyReversibly(
  dependencies: Pick<IntegrationDependencies, 'clock' | 'options'>,
  operationContext: OperationContext,
  context: ExecutionContext,
  { remnants = [], changes, objects, changeFailed, signInFailed }: ReversibleRun,
): Promise<FailedRun | undefined> {
  const explain = (failure: RunFailure) => explainFailure(operationContext, objects, failure);
  const undone = await runDrops(remnants, context);
  if (undone.failure) {
    const { kind, name } = undone.failure.change.object;
    const what = `Undoing the rest of the last operation stopped at ${kind} ${name}.`;
    return { what, failure: explain(undone.failure), leftovers: undone.leftovers };
  }
  const applied: AppliedChange[] = [];
  const { failure, leftovers } = await runChangeSet(changes, context, applied);
  if (failure) return { what: changeFailed(failure.change), failure: explain(failure), leftovers };
  const refusal = await tryServiceAccount(dependencies, operationContext, context.signal);
  return refusal && { what: signInFailed, failure: refusal, leftovers: await revertChanges(applied, context) };
}
