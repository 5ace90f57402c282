import type { Change } from '../../changes/plan/change-set.ts';
import { inTheWay } from './in-the-way-test.ts';
import type { ValidationReport } from './validate.ts';

/** Returns the warnings of a plan about foreign objects that have the names of objects it creates. */
export function inTheWayWarnings(
  work: readonly Change[],
  { observations }: Pick<ValidationReport, 'observations'>,
): readonly string[] {
  return work
    .filter(({ action, object }) => action === 'create' && observations.get(object.key)?.state === 'foreign')
    .map(({ object }) => inTheWay(object));
}
