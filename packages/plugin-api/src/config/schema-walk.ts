import type { z } from 'zod';
import { partsOf, schemaType } from './schema-parts.ts';
import { deepExposureOf, type Exposure, exposureOf, strictest } from './secret.ts';

/** One leaf of a config schema. */
export interface ConfigField {
  /** Dot path: `okta.password`. */
  readonly path: string;
  readonly exposure: Exposure;
  /** The schema of the leaf; the first one if the options of a union declare it differently. */
  readonly schema: z.core.$ZodType;
}

/** Options of a union with an object that only mean that the object may be missing. */
export const ABSENT_TYPES: readonly string[] = ['null', 'undefined', 'void', 'never'];

/**
 * Returns the members of an object schema. Looks through unions (the members of all options), wrappers and
 * intersections. `undefined` if a value can be something other than an object: such a value has no paths and is handled
 * as a whole.
 */
export function membersOf(schema: z.core.$ZodType): ReadonlyMap<string, readonly z.core.$ZodType[]> | undefined {
  const objects = objectsOf(schema);
  if (!objects) return undefined;
  const merged = new Map<string, readonly z.core.$ZodType[]>();
  for (const object of objects) {
    for (const [name, member] of partsOf(object).below) {
      if (name !== '*') merged.set(name, [...(merged.get(name) ?? []), member]);
    }
  }
  return merged;
}

/**
 * Returns the object schemas inside a schema: one, or one for each option of a union. `undefined` if a value can be
 * something other than an object.
 */
export function objectsOf(
  schema: z.core.$ZodType,
  outer: readonly z.core.$ZodType[] = [],
): readonly z.core.$ZodType[] | undefined {
  if (schemaType(schema) === 'object') return [schema];
  // A schema that refers to itself without an object in between describes no value.
  const parts = outer.includes(schema) ? [] : partsOf(schema).same;
  const present = parts.filter((part) => !ABSENT_TYPES.includes(schemaType(part)) && !isConversion(schema, part));
  const objects = present.map((part) => objectsOf(part, [...outer, schema]));
  return objects.length === 0 || objects.includes(undefined) ? undefined : [...new Set(objects.flatMap(asList))];
}

/**
 * Returns every leaf of a config schema, with the strictest mark that any option of a union gives it. A mark on an
 * object marks all its leaves. A value that is an object in one option and another type in another option is one leaf,
 * as strict as its strictest part; so is a list.
 *
 * @example
 * ```ts
 * configFields(z.strictObject({ host: z.string(), okta: z.strictObject({ password: secret(z.string()) }) }));
 * // host: public, okta.password: secret
 * ```
 */
export function configFields(schema: z.core.$ZodType): readonly ConfigField[] {
  const fields = known.get(schema) ?? dedupe(leavesOf(schema, '', exposureOf(schema), []));
  known.set(schema, fields);
  return fields;
}

/** The leaves of schemas that were walked before: a schema never changes. */
const known = new WeakMap<z.core.$ZodType, readonly ConfigField[]>();

function leavesOf(
  schema: z.core.$ZodType,
  prefix: string,
  outer: Exposure,
  ancestors: readonly z.core.$ZodType[],
): readonly ConfigField[] {
  const lineage = [...ancestors, ...(objectsOf(schema) ?? [])];
  return [...(membersOf(schema) ?? [])].flatMap(([key, schemas]): readonly ConfigField[] => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    const exposure = strictest([outer, ...schemas.map(exposureOf)]);
    // An object that contains itself has no end.
    const isNested = (variant: z.core.$ZodType) =>
      objectsOf(variant)?.every((object) => !lineage.includes(object)) ?? false;
    if (schemas.every(isNested)) return schemas.flatMap((variant) => leavesOf(variant, path, exposure, lineage));
    return [
      { path, exposure: strictest([exposure, ...schemas.map(deepExposureOf)]), schema: schemas[0] as z.core.$ZodType },
    ];
  });
}

/** The end of a pipe that is a function, whose value has no schema. */
function isConversion(schema: z.core.$ZodType, part: z.core.$ZodType): boolean {
  return schemaType(schema) === 'pipe' && schemaType(part) === 'transform';
}

function asList<T>(list: readonly T[] | undefined): readonly T[] {
  return list ?? [];
}

function dedupe(fields: readonly ConfigField[]): readonly ConfigField[] {
  const byPath = new Map<string, ConfigField>();
  for (const field of fields) {
    const known = byPath.get(field.path);
    byPath.set(field.path, known ? { ...known, exposure: strictest([known.exposure, field.exposure]) } : field);
  }
  return [...byPath.values()];
}
