import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { Change, ExistingObject, ObjectFacts } from '../../changes/plan/change-set.ts';
import { dropChanges, type ListedObject } from '../../changes/plan/derive-changes.ts';
import { deriveEdit } from '../../changes/plan/derive-edit.ts';
import { withDropPrivileges } from '../../changes/plan/drop-privileges.ts';
import { topLevelObjects } from '../../changes/plan/top-level-objects.ts';
import type { Deviation } from './compare-object.ts';

/**
 * Derives the changes that repair drift: the difference between the observed and the recorded state, derived as for an edit.
 * Missing objects are created again; changed ones are altered, or dropped and created again together with the objects that depend
 * on them. Remnants of an interrupted removal are dropped first and then count as missing.
 *
 * @param listed - the objects of the stored config by the installed plugin. Only objects that it still creates under the same
 * name have statements.
 */
export function deriveRepair(
  definition: AnyPluginDefinition,
  ledger: readonly ObjectFacts[],
  listed: readonly ListedObject[],
  deviations: readonly Deviation[],
): readonly Change[] {
  const wanted = listed.filter(({ facts }) =>
    ledger.some((object) => object.key === facts.key && object.kind === facts.kind && object.name === facts.name),
  );
  const made = wanted.flatMap(({ facts }): readonly ExistingObject[] => {
    const found = deviations.find((each) => each.isRepairable && each.key === facts.key);
    if (found?.state === 'missing' || found?.isRemnant) return [];
    const seen = (found?.difference ?? []).map(({ field, observed }) => [field, observed] as const);
    if (seen.length === 0) return [facts];
    return [{ ...facts, desired: { ...facts.desired, ...Object.fromEntries(seen) }, recorded: facts.desired }];
  });
  const remnants = wanted.filter(({ facts }) =>
    deviations.some(({ key, isRemnant }) => isRemnant && key === facts.key),
  );
  const drops = withDropPrivileges(dropChanges(remnants.map(({ facts }) => facts)), wanted);
  const topLevel = topLevelObjects(
    made,
    remnants.map(({ facts }) => facts),
  );
  return [...drops, ...deriveEdit(definition, wanted, topLevel, wanted).before];
}
