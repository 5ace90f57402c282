import type { ResolvedLedger } from '../../changes/ledger/resolve-ledger.ts';
import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import { dropChanges, type ListedObject } from '../../changes/plan/derive-changes.ts';
import type { NeededEdit } from '../../changes/plan/derive-migration.ts';
import { deriveMigration } from '../../changes/plan/derive-migration.ts';
import { withDropPrivileges } from '../../changes/plan/drop-privileges.ts';
import { withFinish } from '../../changes/plan/finishing-changes.ts';
import { isExecutable } from '../../changes/plan/is-executable.ts';
import type { Plan } from '../../changes/plan/plan.ts';
import { planOf, storeStep } from '../../changes/plan/plan-of.ts';
import { topLevelObjects } from '../../changes/plan/top-level-objects.ts';
import { unresolvedWarnings } from '../../changes/plan/unresolved-object.ts';
import type { Config } from '../../kernel/input/config-paths.ts';
import { changedFields, type SplitConfig } from '../config/stored-config.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';

/** The parts of a migration. */
export interface MigrationChange {
  /** Unfinished changes, which are reverted first. */
  readonly undoing: readonly Change[];
  readonly before: readonly Change[];
  readonly after: readonly Change[];
  readonly editNeeded: readonly NeededEdit[];
  readonly listed: readonly ListedObject[];
  readonly unresolved: ResolvedLedger['unresolved'];
  readonly corrections: ResolvedLedger['corrections'];
}

/**
 * Returns the changes of a migration on the platform, only to objects that the service account creates.
 *
 * @param isInterrupted - true when the last operation did not finish.
 */
export function migrationChange(
  operationContext: Pick<OperationContext, 'definition' | 'config' | 'mode' | 'listObjects'>,
  facts: Readonly<Record<string, unknown>>,
  { existing, incomplete, unresolved, corrections }: ResolvedLedger,
  isInterrupted: boolean,
): MigrationChange {
  const { definition, mode } = operationContext;
  const isOwn = (object: ObjectFacts): boolean =>
    object.by === 'service' || (definition.ownCredential === true && isExecutable(object, mode));
  const listed = operationContext.listObjects(facts);
  const undoing = withDropPrivileges(dropChanges(incomplete), listed).filter(({ object }) => isOwn(object));
  const topLevel = topLevelObjects(
    existing,
    undoing.map(({ object }) => object),
  );
  const { before, after, editNeeded } = deriveMigration(definition, listed, topLevel, isOwn);
  return {
    undoing: withFinish(operationContext, undoing),
    before: withFinish(operationContext, before, isInterrupted ? topLevel.filter(isOwn) : []),
    after: withFinish(operationContext, after),
    editNeeded,
    listed,
    unresolved,
    corrections,
  };
}

/** Returns the plan of a migration. Its warnings contain the changes that require an edit. */
export function migrationPlan(
  { undoing, before, after, editNeeded, unresolved }: MigrationChange,
  { config: old }: Pick<IntegrationRecord, 'config'>,
  { stored }: SplitConfig,
): Plan {
  const changed = changedFields(old as Config, stored);
  return planOf('migrate', [...undoing, ...before, ...after], {
    store: [...changed.toSorted().map((key) => storeStep(`config.${key}`)), storeStep('pluginVersion')],
    warnings: [...unresolvedWarnings(unresolved), ...editNeeded.map(neededText)],
  });
}

/** Returns the text of a change that requires an edit, for users. */
export function neededText({ action, object: { kind, name } }: NeededEdit): string {
  return `An edit is needed to ${action} ${kind} ${name}: the service account cannot do it.`;
}
