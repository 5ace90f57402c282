import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { FoundRuntimeObjects } from '../../changes/removal/find-runtime-objects.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { blockingObjects, type RemovalContext } from '../operations/blocking-objects.ts';
import type { EditChange } from './edit-change.ts';

/** An edit with its runtime objects. */
export interface EditWithRuntimeObjects {
  readonly change: EditChange;
  readonly runtimeObjects: FoundRuntimeObjects;
}

/**
 * Adds the drops of runtime objects before the drops that they block. Runtime objects that are dropped before the point of no
 * return cannot be restored, because the library did not create them.
 */
export async function withRuntimeObjects(
  dependencies: Pick<IntegrationDependencies, 'store' | 'clock'>,
  operationContext: RemovalContext,
  integrationId: number,
  {
    change,
    ledger,
    signal,
  }: { readonly change: EditChange; readonly ledger: readonly ObjectFacts[]; readonly signal: AbortSignal },
): Promise<EditWithRuntimeObjects> {
  const find = (drops: EditChange['before']) =>
    blockingObjects(dependencies, operationContext, integrationId, { ledger, drops, signal });
  const isResolved = ({ object }: EditChange['before'][number]): boolean =>
    change.corrections.get(object.key)?.origin !== 'unresolved';
  const before = await find([...change.undoing, ...change.before].filter(isResolved));
  const after = await find(change.after);
  return {
    change: {
      ...change,
      undoing: [...before.changes, ...change.undoing],
      after: [...after.changes, ...change.after],
    },
    runtimeObjects: {
      shown: [...before.shown, ...after.shown],
      changes: [...before.changes, ...after.changes],
      warnings: [...before.warnings, ...after.warnings],
      blocked: [...before.blocked, ...after.blocked],
    },
  };
}
