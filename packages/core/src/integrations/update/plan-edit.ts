import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { Plan, PlanStep } from '../../changes/plan/plan.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { type PlannedObject, plannedObjects } from '../../changes/plan/planned-objects.ts';
import { unresolvedWarnings } from '../../changes/plan/unresolved-object.ts';
import { askHost } from '../../changes/removal/ask-host.ts';
import { type FoundRuntimeObjects, NO_RUNTIME_OBJECTS } from '../../changes/removal/find-runtime-objects.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { hasDrifted } from '../drift/store-drift.ts';
import { blockedWarnings } from '../operations/blocking-objects.ts';
import { needsObservation } from '../operations/observe-ledger.ts';
import { observeValidated } from '../operations/observe-validated.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { refuseVersionConflict } from '../state/refuse-version-conflict.ts';
import { conflictWarnings } from '../validation/conflict-warnings.ts';
import { runValidation, type ValidationDependencies } from '../validation/run-validation.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { ValidationResults } from '../views/validation-results.ts';
import { changeOf, type EditChange, privilegedOf, storeChanges } from './edit-change.ts';
import { withRuntimeObjects } from './edit-runtime-objects.ts';

/** The integration to edit, and its objects in the ledger. */
export interface EditRequest {
  readonly record: IntegrationRecord;
  readonly existing: readonly ObjectFacts[];
  /** The stored config, with its secrets. */
  readonly restored: Readonly<Record<string, unknown>>;
  readonly options: Pick<ChangeOptions, 'dryRun' | 'dropContents'>;
  readonly signal: AbortSignal | undefined;
}

/** An edit, as in its dry run. */
export interface EditPlan {
  readonly report: ValidationReport;
  /** The results of the report and of the observation after it. */
  readonly results: ValidationResults;
  readonly plan: Plan;
  readonly objects: readonly PlannedObject[];
  /** The steps of the plan that only change the store. */
  readonly store: readonly PlanStep[];
  readonly change: EditChange;
  readonly runtimeObjects: FoundRuntimeObjects;
  readonly dropContents: boolean;
}

/**
 * Validates an edit, derives its changes, asks the host and creates the plan. Changes nothing.
 *
 * @throws ServiceError `REMOVAL_REFUSED`
 */
export async function planEdit(
  dependencies: ValidationDependencies & Pick<IntegrationDependencies, 'beforeRemove'>,
  operationContext: OperationContext,
  { record, existing, restored, options, signal }: EditRequest,
): Promise<EditPlan> {
  const { store } = dependencies;
  const { id, everEnabled } = record;
  const oldConfig = { ...restored, ...privilegedOf(operationContext) };
  const report = await runValidation(dependencies, operationContext, {
    operation: everEnabled ? 'edit' : 'create',
    facts: record.facts,
    ledger: existing,
    integrationId: id,
    ...(everEnabled ? { previous: oldConfig } : {}),
    signal,
  });
  if (report.results.status === 'failed') await refuseVersionConflict(store, record);
  // The library restores the former state after a failure, so it observes the objects that it changes. Objects that
  // administrators change by script are compared with the ledger, unless it is known to be wrong.
  const isInterrupted = await needsObservation(store, record);
  const mustObserve = operationContext.mode === 'automatic' || isInterrupted || (await hasDrifted(store, id));
  const validated = { results: report.results, existing, mustObserve };
  const { results, ledger } = await observeValidated(dependencies, operationContext, record, validated);
  const difference = changeOf(operationContext, report, { record, ledger, oldConfig, isInterrupted });
  const { change, runtimeObjects } =
    results.status === 'failed'
      ? { change: difference, runtimeObjects: NO_RUNTIME_OBJECTS }
      : await withRuntimeObjects(dependencies, operationContext, id, {
          change: difference,
          ledger: ledger.existing,
          signal: signal ?? new AbortController().signal,
        });
  const changes = [...change.undoing, ...change.before, ...change.after];
  const about = { integrationId: id, type: record.type, operation: 'edit' as const, dryRun: options.dryRun ?? false };
  const verdict = await askHost(dependencies, about, changes, runtimeObjects);
  const dropContents = options.dropContents === true || verdict.allowContents;
  const storeSteps = storeChanges(operationContext, record, restored);
  const plan = planOf('edit', changes, {
    store: storeSteps,
    runtimeObjects: runtimeObjects.shown,
    warnings: [
      ...unresolvedWarnings(ledger.unresolved),
      ...conflictWarnings(change.before, report, ledger.unresolved),
      ...runtimeObjects.warnings,
      ...blockedWarnings(runtimeObjects, dropContents),
    ],
  });
  const objects = plannedObjects({
    changes,
    existing: ledger.existing,
    desired: change.listed.map(({ object }) => object),
  });
  return { report, results, plan, objects, store: storeSteps, change, runtimeObjects, dropContents };
}
