import { configFields, membersOf } from '../config/schema-walk.ts';
import type { ManagedObject } from '../objects/managed-object.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkOneOf, checkSlug, checkUnique, type Issues } from './issues.ts';

/** The id of the integration itself, which every plugin has. */
const BASE = 'base';

/**
 * Checks that features have unique ids, and that tests affect existing features. A plugin without a list is not
 * checked.
 */
export function checkFeatures({ features, tests, config }: AnyPluginDefinition): Issues {
  if (!features) return [];
  const ids = features.map((feature) => feature.id);
  const paths = membersOf(config) ? configFields(config).map(({ path }) => path) : [];
  return [
    ...features.flatMap(({ setting }, index) =>
      setting === undefined ? [] : checkOneOf(`features[${index}].setting`, setting, paths, 'a path of the config'),
    ),
    ...ids.flatMap((id, index) => [
      ...checkSlug(`features[${index}].id`, id),
      ...checkUnique(`features[${index}].id`, id, ids.slice(0, index), 'Give each feature its own id.'),
    ]),
    ...tests.flatMap((test, index) =>
      (test.affects ?? []).flatMap((id) => checkOneOf(`tests[${index}].affects`, id, [BASE, ...ids], 'a feature')),
    ),
  ];
}

/** Checks that objects name existing features. */
export function checkObjectFeatures(
  { features }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  where: string,
): Issues {
  if (!features) return [];
  const ids = [BASE, ...features.map((feature) => feature.id)];
  return objects.flatMap(({ key, feature }) =>
    feature === undefined ? [] : checkOneOf(`${where} "${key}".feature`, feature, ids, 'a feature'),
  );
}
