import type { ManagedObject } from '../objects/managed-object.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkOneOf, checkSlug, checkUnique, type Issues } from './issues.ts';

/** Checks that the tests derived from objects have unique ids and follow existing tests. */
export function checkDerivedTests(
  definition: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  where: string,
): Issues {
  const declared = definition.tests.map((test) => test.id);
  const derived = objects.flatMap((object) =>
    (['absentTest', 'presentTest'] as const).flatMap((field) => {
      const test = object[field];
      return test ? [{ ...test, path: `${where} "${object.key}".${field}` }] : [];
    }),
  );
  return derived.flatMap(({ id, after, path }, index) => {
    const earlier = [...declared, ...derived.slice(0, index).map((test) => test.id)];
    return [
      ...checkSlug(`${path}.id`, id),
      ...checkUnique(`${path}.id`, id, earlier, 'Give each test its own id.'),
      ...(after === undefined ? [] : checkOneOf(`${path}.after`, after, declared, 'a declared test')),
    ];
  });
}
