import type { Change } from '../../changes/plan/change-set.ts';
import { conflictMessage } from './conflicting-objects-test.ts';
import type { ValidationReport } from './validate.ts';

/**
 * Returns the warnings of a plan about foreign objects that have the names of objects it creates.
 *
 * @param unresolved - objects that have their own warning.
 */
export function conflictWarnings(
  changes: readonly Change[],
  { observations }: Pick<ValidationReport, 'observations'>,
  unresolved: readonly { readonly key: string }[] = [],
): readonly string[] {
  const warned = new Set(unresolved.map(({ key }) => key));
  return changes
    .filter(({ object }) => !warned.has(object.key))
    .filter(({ action, object }) => action === 'create' && observations.get(object.key)?.state === 'foreign')
    .map(({ object }) => conflictMessage(object));
}
