import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkOneOf, checkSlug, checkUnique, type Issues } from './issues.ts';

/** Checks that each container is declared once and has an existing stage. */
export function checkContainers({ containers = [], stages }: AnyPluginDefinition): Issues {
  const stageIds = stages.map((stage) => stage.id);
  const keys = containers.map((container) => container.key);
  return containers.flatMap(({ key, stage }, index) => [
    ...checkSlug(`containers[${index}].key`, key),
    ...checkUnique(`containers[${index}].key`, key, keys.slice(0, index), 'Declare each container once.'),
    ...checkOneOf(`containers[${index}].stage`, stage, stageIds, 'a stage'),
  ]);
}
