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
  const desired = listed.filter(({ object }) =>
    ledger.some(({ key, kind, name }) => key === object.key && kind === object.kind && name === object.name),
  );
  const existing = desired.flatMap(({ object }): readonly ExistingObject[] => {
    const found = deviations.find((deviation) => deviation.isRepairable && deviation.key === object.key);
    if (found?.state === 'missing' || found?.isRemnant) return [];
    const seen = (found?.difference ?? []).map(({ field, observed }) => [field, observed] as const);
    if (seen.length === 0) return [object];
    return [{ ...object, desired: { ...object.desired, ...Object.fromEntries(seen) }, recorded: object.desired }];
  });
  const remnants = desired.filter(({ object }) =>
    deviations.some(({ key, isRemnant }) => isRemnant && key === object.key),
  );
  const drops = withDropPrivileges(dropChanges(remnants.map(({ object }) => object)), desired);
  const topLevel = topLevelObjects(
    existing,
    remnants.map(({ object }) => object),
  );
  return [...drops, ...deriveEdit(definition, desired, topLevel, desired).before];
}
