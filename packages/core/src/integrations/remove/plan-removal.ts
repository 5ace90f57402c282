import type { ResolvedLedger } from '../../changes/ledger/resolve-ledger.ts';
import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import { dropChanges } from '../../changes/plan/derive-changes.ts';
import { withDropPrivileges } from '../../changes/plan/drop-privileges.ts';
import { withFinish } from '../../changes/plan/finishing-changes.ts';
import { isExecutable } from '../../changes/plan/is-executable.ts';
import type { Plan } from '../../changes/plan/plan.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { type PlannedObject, plannedObjects } from '../../changes/plan/planned-objects.ts';
import { unresolvedWarnings } from '../../changes/plan/unresolved-object.ts';
import { askHost } from '../../changes/removal/ask-host.ts';
import { type FoundRuntimeObjects, NO_RUNTIME_OBJECTS } from '../../changes/removal/find-runtime-objects.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { ledgerOwnerOf } from '../context/ledger-owner.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { blockedWarnings, blockingObjects, sharedWarnings } from '../operations/blocking-objects.ts';
import { declaredObjects, executableDrops } from '../operations/executable-changes.ts';
import { needsObservation } from '../operations/observe-ledger.ts';
import { observeValidated } from '../operations/observe-validated.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { refuseVersionConflict } from '../state/refuse-version-conflict.ts';
import type { ValidationDependencies } from '../validation/run-validation.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { ValidationResults } from '../views/validation-results.ts';
import { validateRemoval } from './validate-removal.ts';

/** The integration to remove, and its objects in the ledger. */
export interface RemovalRequest {
  readonly record: IntegrationRecord;
  readonly existing: readonly ObjectFacts[];
  readonly options: Pick<ChangeOptions, 'dryRun' | 'dropContents'>;
  readonly signal: AbortSignal | undefined;
}

/** The objects of a removal, after the observation of those that an interrupted operation left uncertain. */
type RemovalLedger = Pick<ResolvedLedger, 'existing' | 'unresolved' | 'corrections'>;

/** A removal, as in its dry run. */
export interface RemovalPlan {
  readonly results: ValidationResults;
  readonly plan: Plan;
  readonly objects: readonly PlannedObject[];
  readonly ledger: RemovalLedger;
  readonly runtimeObjects: FoundRuntimeObjects;
  readonly dropContents: boolean;
  /**
   * Returns the changes of the removal for the current platform. The host is asked about runtime objects that are not in the
   * plan.
   *
   * @throws ServiceError `REMOVAL_REFUSED`
   */
  changesNow(signal: AbortSignal): Promise<readonly Change[]>;
}

/**
 * Validates a removal, finds the objects that it would drop, asks the host and creates the plan. Changes nothing.
 *
 * @throws ServiceError `REMOVAL_REFUSED`
 */
export async function planRemoval(
  dependencies: ValidationDependencies & Pick<IntegrationDependencies, 'beforeRemove'>,
  operationContext: OperationContext,
  { record, existing, options, signal = new AbortController().signal }: RemovalRequest,
): Promise<RemovalPlan> {
  const { id } = record;
  const validated = await validateRemoval(dependencies, operationContext, record, existing, signal);
  if (validated.status === 'failed') await refuseVersionConflict(dependencies.store, record);
  const { results, ledger } = await ledgerForRemoval(dependencies, operationContext, record, existing, validated);
  const executable = executableDrops(ledger.existing, operationContext, record.facts);
  const declared = declaredObjects(operationContext.listObjects, record.facts);
  const drops = withDropPrivileges(dropChanges(executable), declared);
  const about = { integrationId: id, type: record.type, operation: 'delete' as const };
  const isResolved = ({ object }: Change): boolean => ledger.unresolved.every(({ key }) => key !== object.key);
  const find = (inner: AbortSignal) =>
    blockingObjects(dependencies, operationContext, id, {
      ledger: ledger.existing,
      drops: drops.filter(isResolved),
      signal: inner,
    });
  const runtimeObjects = results.status === 'failed' ? NO_RUNTIME_OBJECTS : await find(signal);
  const verdict = await askHost(dependencies, { ...about, dryRun: options.dryRun ?? false }, drops, runtimeObjects);
  const dropContents = options.dropContents === true || verdict.allowContents;
  const warnings = [
    ...unresolvedWarnings(ledger.unresolved),
    ...runtimeObjects.warnings,
    ...blockedWarnings(runtimeObjects, dropContents),
    ...(await sharedWarnings(dependencies.store, ledgerOwnerOf(operationContext, id), drops)),
  ];
  // The last attempt may have dropped all objects and then failed to complete the stage.
  const dropped = droppedAlone(declared.map(({ object }) => object)).filter((facts) =>
    isExecutable(facts, operationContext.mode),
  );
  const finished = (changes: readonly Change[]) => withFinish(operationContext, changes, dropped);
  const changes = finished([...runtimeObjects.changes, ...drops]);
  const plan = planOf('delete', changes, {
    runtimeObjects: runtimeObjects.shown,
    warnings,
  });

  const changesNow: RemovalPlan['changesNow'] = async (inner) => {
    const now = await find(inner);
    const isNew = now.shown.some(
      ({ family, name }) => !runtimeObjects.shown.some((each) => each.family === family && each.name === name),
    );
    if (isNew) await askHost(dependencies, { ...about, dryRun: false }, drops, now);
    return finished([...now.changes, ...drops]);
  };
  const objects = plannedObjects({ changes, existing: ledger.existing, desired: [] });
  return { results, plan, objects, ledger, runtimeObjects, dropContents, changesNow };
}

/** Returns the objects with their own drop, on the stage of that drop. */
function droppedAlone(objects: readonly ObjectFacts[]): readonly ObjectFacts[] {
  return objects.flatMap((object) => {
    const stage = object.drop[0]?.stage;
    return object.within === null && stage !== undefined ? [{ ...object, stage }] : [];
  });
}

/** Returns the objects to remove. After an unfinished operation, the platform decides in addition to the ledger. */
async function ledgerForRemoval(
  dependencies: ValidationDependencies,
  operationContext: Pick<OperationContext, 'definition' | 'config' | 'sessions' | 'mode' | 'listObjects' | 'redact'>,
  record: IntegrationRecord,
  existing: readonly ObjectFacts[],
  results: ValidationResults,
): Promise<{ readonly results: ValidationResults; readonly ledger: RemovalLedger }> {
  const isExecuted = executableDrops(existing, operationContext, record.facts).length > 0;
  const mustObserve = isExecuted && (await needsObservation(dependencies.store, record));
  const observed = await observeValidated(dependencies, operationContext, record, { results, existing, mustObserve });
  const { results: validated, ledger } = observed;
  const { unresolved, corrections } = ledger;
  return {
    results: validated,
    ledger: { existing: [...ledger.existing, ...ledger.incomplete], unresolved, corrections },
  };
}
