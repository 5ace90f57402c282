import { outOfBounds } from './bounds.ts';
import { type JsonSchema, optionsFor, optionsOf, typeOf } from './json-schema.ts';

/** The reason why a mutated value must be refused. */
export type MutationKind = 'missing' | 'type' | 'unknown' | 'bounds';

/** A value with one mistake. */
export interface Mutation {
  readonly kind: MutationKind;
  /** The dot path of the mistake. */
  readonly path: string;
  /** The problem, for messages. */
  readonly what: string;
  readonly value: unknown;
}

/** The name of a field that no schema contains. */
const FOREIGN = 'aFieldThatNobodyKnows';

/** One value of each JSON type. */
const OF_TYPE: readonly unknown[] = ['12', 12, 12.5, true, null, ['12'], { name: '12' }];

/**
 * Returns all mutations of an accepted value, each with one mistake, at every depth: a missing required member, a value
 * of another type, an unknown member, a value out of its bounds.
 */
export function mutationsOf(schema: JsonSchema, value: unknown, path = ''): readonly Mutation[] {
  const here = [...wrongTypes(schema, value, path), ...outsideBounds(schema, value, path)];
  const option = onlyOption(schema, value);
  if (!option) return here;
  if (Array.isArray(value) && option.items) return [...here, ...insideList(option.items, value, path)];
  if (typeOf(value) === 'object' && option.properties) {
    return [...here, ...insideObject(option, option.properties, value as Members, path)];
  }
  return here;
}

type Members = Readonly<Record<string, unknown>>;

function onlyOption(schema: JsonSchema, value: unknown): JsonSchema | undefined {
  const options = optionsFor(schema, value);
  return options.length === 1 ? options[0] : undefined;
}

function wrongTypes(schema: JsonSchema, value: unknown, path: string): readonly Mutation[] {
  const options = optionsOf(schema);
  const isOpen = options.some((each) => !each.type && each.const === undefined && !each.enum);
  if (isOpen || path === '') return [];
  const isAllowed = (other: unknown): boolean => {
    const type = typeOf(other);
    return options.some(
      (each) =>
        each.type === type ||
        (each.type === 'number' && type === 'integer') ||
        // A fraction in place of a whole number counts as out of bounds.
        (each.type === 'integer' && type === 'number') ||
        (each.enum ?? [each.const]).some((constant) => constant !== undefined && typeOf(constant) === type),
    );
  };
  return OF_TYPE.filter((other) => !isAllowed(other)).map((other) => ({
    kind: 'type' as const,
    path,
    what: `${typeOf(other)} in place of ${typeOf(value)}`,
    value: other,
  }));
}

function outsideBounds(schema: JsonSchema, value: unknown, path: string): readonly Mutation[] {
  const options = optionsFor(schema, value);
  const [option] = options;
  if (!option || options.length > 1) return [];
  return outOfBounds(option, value)
    .filter(([, other]) => optionsOf(schema).every((each) => each.const !== other && !each.enum?.includes(other)))
    .map(([what, other]) => ({ kind: 'bounds' as const, path, what, value: other }));
}

function insideList(items: JsonSchema, list: readonly unknown[], path: string): readonly Mutation[] {
  return list.flatMap((item, index) =>
    mutationsOf(items, item, join(path, String(index))).map((mutation) => ({
      ...mutation,
      value: list.toSpliced(index, 1, mutation.value),
    })),
  );
}

function insideObject(
  schema: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>>,
  members: Members,
  path: string,
): readonly Mutation[] {
  const without = (name: string): Members =>
    Object.fromEntries(Object.entries(members).filter(([key]) => key !== name));
  const isRecord = typeof schema.additionalProperties === 'object';
  return [
    ...(schema.required ?? [])
      .filter((name) => Object.hasOwn(members, name))
      .map((name) => ({ kind: 'missing' as const, path: join(path, name), what: 'left out', value: without(name) })),
    ...(isRecord ? [] : [{ ...foreign(path), value: { ...members, [FOREIGN]: 'x' } }]),
    ...Object.entries(properties).flatMap(([name, property]) =>
      Object.hasOwn(members, name)
        ? mutationsOf(property, members[name], join(path, name)).map((mutation) => ({
            ...mutation,
            value: { ...members, [name]: mutation.value },
          }))
        : [],
    ),
  ];
}

function foreign(path: string): Omit<Mutation, 'value'> {
  return { kind: 'unknown', path: join(path, FOREIGN), what: 'added' };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
