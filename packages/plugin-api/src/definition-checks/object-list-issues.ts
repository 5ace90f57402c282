import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { ManagedObject } from '../objects/managed-object.ts';
import { checkDropOrder } from './check-drop-order.ts';
import { checkOneOf, checkSlug, checkUnique, type Issues, issueIf } from './issues.ts';
import { secretsOf } from './step-secrets.ts';

/**
 * Returns the problems of a list of managed objects: keys and physical names must be unique, references must point into the
 * list, drops must need no secrets and have an order.
 *
 * @param stages - the ids of the plugin's stages.
 * @param where - the name of the list in the paths of the issues.
 */
export function objectListIssues(
  objects: readonly ManagedObject[],
  stages: readonly string[],
  where: string,
): readonly DefinitionIssue[] {
  const keys = objects.map((object) => object.key);
  const firsts = firstsOf(objects);
  const issues = objects.flatMap((object, index) => {
    const path = `${where}[${index}] "${object.key}"`;
    return [
      ...checkNames(objects, index, firsts, path),
      ...checkReferences(object, keys, stages, path),
      ...checkSteps(object, path),
    ];
  });
  return [...issues, ...checkDropOrder(objects, where)];
}

/** The first position of each key, and of each physical identity. */
interface Firsts {
  readonly byKey: ReadonlyMap<string, number>;
  readonly byIdentity: ReadonlyMap<string, number>;
}

function firstsOf(objects: readonly ManagedObject[]): Firsts {
  const backwards = [...objects.entries()].reverse();
  return {
    byKey: new Map(backwards.map(([index, { key }]) => [key, index])),
    byIdentity: new Map(backwards.map(([index, object]) => [physicalIdentity(object), index])),
  };
}

function checkNames(objects: readonly ManagedObject[], index: number, firsts: Firsts, path: string): Issues {
  const object = objects[index] as ManagedObject;
  const first = firsts.byIdentity.get(physicalIdentity(object)) ?? index;
  const twin = first < index ? objects[first] : undefined;
  const earlier = (firsts.byKey.get(object.key) ?? index) < index ? [object.key] : [];
  return [
    ...checkSlug(`${path}.key`, object.key),
    ...checkUnique(`${path}.key`, object.key, earlier, 'Give each managed object its own key.'),
    ...issueIf(object.name.trim() === '', `${path}.name`, 'is empty.', 'Give the name it has on the platform.'),
    ...issueIf(
      twin !== undefined,
      path,
      `has the same kind and name as "${twin?.key}".`,
      'Two managed objects cannot be one physical object: merge them or rename one.',
    ),
  ];
}

function physicalIdentity({ scope, kind, name }: ManagedObject): string {
  return JSON.stringify([scope, kind, name]);
}

function checkReferences(
  object: ManagedObject,
  keys: readonly string[],
  stages: readonly string[],
  path: string,
): Issues {
  const checkField = (field: keyof ManagedObject, names: readonly string[], what: string) =>
    ([object[field] ?? []].flat() as readonly string[]).flatMap((name) =>
      checkOneOf(`${path}.${field}`, name, names, what),
    );
  return [
    ...(['stage', 'dropStage', 'observeStage'] as const).flatMap((field) => checkField(field, stages, 'a stage')),
    ...(['within', 'blocks', 'dropAfter'] as const).flatMap((field) => checkField(field, keys, 'a key of the list')),
  ];
}

function checkSteps(object: ManagedObject, path: string): Issues {
  const isRequired = object.sharing === 'required';
  return [
    ...issueIf(
      secretsOf(object.drop).length > 0,
      `${path}.drop`,
      'has a secret slot.',
      'A drop is kept in the ledger and must work without secrets.',
    ),
    ...issueIf(
      !isRequired && object.create.length === 0,
      `${path}.create`,
      'is empty.',
      "Say how it is made, or set sharing to 'required'.",
    ),
    ...issueIf(
      isRequired && object.drop.length > 0,
      `${path}.drop`,
      "is not empty although sharing is 'required'.",
      'A required object is never dropped: leave the list empty.',
    ),
    ...issueIf(object.why.trim() === '', `${path}.why`, 'is empty.', 'Say in one sentence what it is for.'),
  ];
}
