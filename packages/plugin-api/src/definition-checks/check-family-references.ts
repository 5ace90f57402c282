import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { listObjects, modesOf } from './check-objects.ts';
import { checkOneOf, type Issues } from './issues.ts';

/**
 * Checks that every object to which a family refers is in at least one sample. Not in every sample, since a config can
 * switch it off.
 */
export function checkFamilyReferences(definition: AnyPluginDefinition, configs: readonly object[]): Issues {
  const { families = [] } = definition;
  if (families.length === 0) return [];
  const lists = modesOf(definition).flatMap((mode) => configs.map((config) => listObjects(definition, config, mode)));
  const keys = [...new Set(lists.flatMap((list) => (list instanceof Error ? [] : list.map(({ key }) => key))))];
  return families.flatMap(({ blocks, within }, index) => [
    ...blocks.flatMap((key) => checkOneOf(`families[${index}].blocks`, key, keys, 'an object of any sample')),
    ...(within === undefined ? [] : checkOneOf(`families[${index}].within`, within, keys, 'an object of any sample')),
  ]);
}
