import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkOneOf, checkSlug, checkUnique, type Issues } from './issues.ts';

/** Checks that families have unique keys and an existing stage. The check of the samples covers `blocks`. */
export function checkFamilies({ families = [], stages }: AnyPluginDefinition): Issues {
  const stageIds = stages.map((stage) => stage.id);
  const keys = families.map((family) => family.key);
  return families.flatMap(({ key, stage }, index) => [
    ...checkSlug(`families[${index}].key`, key),
    ...checkUnique(`families[${index}].key`, key, keys.slice(0, index), 'Give each family its own key.'),
    ...checkOneOf(`families[${index}].stage`, stage, stageIds, 'a stage'),
  ]);
}
