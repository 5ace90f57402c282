import { createHash } from 'node:crypto';
import type { RuntimeObject } from '../../options/planned-removal.ts';
import type { Change } from './change-set.ts';
import type { Plan, PlanStep } from './plan.ts';

/**
 * Returns the plan of changes, with exactly the statements that run. In manual mode, the actor `administrator` runs the steps of
 * the script.
 */
export function planOf(
  operation: Plan['operation'],
  changes: readonly Change[],
  options: {
    readonly manual?: boolean;
    readonly store?: readonly PlanStep[];
    readonly warnings?: readonly string[];
    readonly done?: ReadonlySet<string>;
    readonly runtimeObjects?: readonly RuntimeObject[];
  } = {},
): Plan {
  const steps = [...changes.flatMap((change) => planSteps(change, options)), ...(options.store ?? [])];
  const warnings = options.warnings ?? [];
  const { runtimeObjects = [] } = options;
  const content = { operation, steps, ...(runtimeObjects.length > 0 ? { runtimeObjects } : {}), warnings };
  return { hash: hashOf(content), ...content };
}

/** Returns the step of a change only in the store, such as a new token, which the plan also shows. */
export function storeStep(path: string): PlanStep {
  return {
    action: 'store',
    object: { key: path, kind: 'config', name: path },
    statement: `store ${path}`,
    reason: 'Kept by the service; nothing changes on the platform.',
    privileges: [],
    inverse: [],
    destructive: false,
    stage: 'store',
    actor: 'portcullis',
  };
}

/** Returns the steps of the plan for one change. `manual`: an administrator runs the steps that the service account does not. */
export function planSteps(
  change: Change,
  { manual = false, done }: { readonly manual?: boolean; readonly done?: ReadonlySet<string> },
): readonly PlanStep[] {
  const { key, kind, name } = change.object;
  return change.steps.map((step) => ({
    action: change.action,
    object: { key, kind, name },
    statement: step.text,
    reason: change.reason,
    privileges: change.privileges,
    inverse: change.inverse.map((each) => each.text),
    destructive: change.destructive,
    ...(change.irreversible === undefined ? {} : { irreversible: change.irreversible }),
    stage: step.stage,
    actor: manual && change.object.by !== 'service' ? 'administrator' : step.actor,
    ...(step.role === null ? {} : { role: step.role }),
    ...(step.engine === null ? {} : { engine: step.engine }),
    ...(done?.has(key) ? { alreadyDone: true } : {}),
  }));
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
