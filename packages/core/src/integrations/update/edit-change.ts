import type { ResolvedLedger } from '../../changes/ledger/resolve-ledger.ts';
import type { Change } from '../../changes/plan/change-set.ts';
import { dropChanges, type ListedObject } from '../../changes/plan/derive-changes.ts';
import { deriveEdit } from '../../changes/plan/derive-edit.ts';
import { withDropPrivileges } from '../../changes/plan/drop-privileges.ts';
import { differenceOf, type EditDifference } from '../../changes/plan/edit-difference.ts';
import { withFinish } from '../../changes/plan/finishing-changes.ts';
import { isExecutable } from '../../changes/plan/is-executable.ts';
import type { PlanStep } from '../../changes/plan/plan.ts';
import { storeStep } from '../../changes/plan/plan-of.ts';
import { topLevelObjects } from '../../changes/plan/top-level-objects.ts';
import { type Config, valueAt } from '../../kernel/input/config-paths.ts';
import { changedFields, splitConfig } from '../config/stored-config.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { executableCreations } from '../operations/executable-changes.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import type { ValidationReport } from '../validation/validate.ts';

/** The parts of an edit. */
export interface EditChange {
  /** Remnants of a failed creation, and unfinished changes; they are reverted first. */
  readonly undoing: readonly Change[];
  readonly before: readonly Change[];
  readonly after: readonly Change[];
  readonly listed: readonly ListedObject[];
  /** The plugin's list for the previous config. */
  readonly previous: readonly ListedObject[];
  /** Corrections to the ledger, before any change is applied. */
  readonly corrections: ResolvedLedger['corrections'];
  /** The difference for each object, by the library and by administrators; absent if nothing was set up before. */
  readonly difference?: Omit<EditDifference, 'stored'>;
}

/** The state that a PUT starts from. */
export interface EditStart {
  readonly record: IntegrationRecord;
  readonly ledger: ResolvedLedger;
  readonly oldConfig: Readonly<Record<string, unknown>>;
  /** True when the last operation did not finish. */
  readonly isInterrupted: boolean;
}

/** Returns the changes of a PUT on the platform. */
export function changeOf(
  operationContext: Pick<OperationContext, 'definition' | 'config' | 'mode' | 'listObjects' | 'listObjectsOf'>,
  report: ValidationReport,
  { record, ledger: { existing, incomplete, corrections }, oldConfig, isInterrupted }: EditStart,
): EditChange {
  const { definition, mode } = operationContext;
  const listed = operationContext.listObjects(report.facts);
  const executable = ({ object }: Change): boolean => isExecutable(object, mode);
  if (!record.everEnabled) {
    const undoing = withDropPrivileges(dropChanges([...existing, ...incomplete]).filter(executable), listed);
    return {
      undoing: withFinish(operationContext, undoing),
      before: withFinish(operationContext, executableCreations(operationContext, listed)),
      after: [],
      listed,
      previous: [],
      corrections,
    };
  }
  const previous = operationContext.listObjectsOf(oldConfig, record.facts);
  const undoing = withDropPrivileges(dropChanges(incomplete).filter(executable), previous);
  const topLevel = topLevelObjects(
    existing,
    undoing.map(({ object }) => object),
  );
  const edit = deriveEdit(definition, listed, topLevel, previous);
  const unfinished = isInterrupted ? topLevel.filter((object) => isExecutable(object, mode)) : [];
  return {
    undoing: withFinish(operationContext, undoing),
    before: withFinish(operationContext, edit.before.filter(executable), unfinished),
    after: withFinish(operationContext, edit.after.filter(executable)),
    listed,
    previous,
    corrections,
    difference: differenceOf({
      changes: [...edit.before, ...edit.after],
      existing: topLevel,
      desired: listed,
      previous,
      stored: [],
    }),
  };
}

/** Returns the privileged values of the new config, which the plugin's list for the old one needs. */
export function privilegedOf({
  definition,
  config,
}: Pick<OperationContext, 'definition' | 'config'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (definition.privileged ?? [])
      .filter((path: string) => Object.hasOwn(config, path))
      .map((path: string) => [path, config[path]]),
  );
}

/** Values that change only in the store are also steps of the plan. */
export function storeChanges(
  { definition, config, mode }: Pick<OperationContext, 'definition' | 'config' | 'mode'>,
  record: IntegrationRecord,
  restored: Readonly<Record<string, unknown>>,
): readonly PlanStep[] {
  const { stored, secrets } = splitConfig(definition, config, mode);
  const changed = changedFields(record.config as Config, stored);
  const replaced = Object.keys(secrets).filter((path) => valueAt(config, path) !== valueAt(restored, path));
  return [...new Set([...changed, ...replaced])].sort().map((path) => storeStep(`config.${path}`));
}
