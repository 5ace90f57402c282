import type { z } from 'zod';
import { type Exposure, exposureOf } from './secret.ts';

/** One leaf of a config schema. */
export interface ConfigField {
  /** Dot path: `okta.password`. */
  readonly path: string;
  readonly exposure: Exposure;
  readonly schema: z.core.$ZodType;
}

interface SchemaParts {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly options?: readonly z.core.$ZodType[];
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly left?: z.core.$ZodType;
  readonly right?: z.core.$ZodType;
}

/**
 * The members of a schema that is an object in the end: through unions (every option's), wrappers and intersections.
 * `undefined` when it is not an object.
 */
export function membersOf(schema: z.core.$ZodType): ReadonlyMap<string, readonly z.core.$ZodType[]> | undefined {
  const def = schema._zod.def as unknown as SchemaParts;
  if (def.shape) return new Map(Object.entries(def.shape).map(([key, member]) => [key, [member]]));
  const parts = def.options ?? [def.left, def.right, def.innerType ?? def.in].filter((part) => part !== undefined);
  const all = parts.map(membersOf);
  if (all.length === 0 || all.every((members) => members === undefined)) return undefined;
  const merged = new Map<string, readonly z.core.$ZodType[]>();
  for (const members of all) {
    for (const [key, schemas] of members ?? []) merged.set(key, [...(merged.get(key) ?? []), ...schemas]);
  }
  return merged;
}

/**
 * Every leaf of a config schema, with the strictest mark that any option of a union gives it. A mark on an object marks
 * all its leaves.
 */
export function configFields(schema: z.core.$ZodType, prefix = '', outer: Exposure = 'public'): readonly ConfigField[] {
  const fields: ConfigField[] = [];
  for (const [key, schemas] of membersOf(schema) ?? []) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    const exposure = strictest([outer, ...schemas.map(exposureOf)]);
    const nested = schemas.filter((each) => membersOf(each));
    if (nested.length === 0) fields.push({ path, exposure, schema: schemas[0] as z.core.$ZodType });
    for (const each of nested) fields.push(...configFields(each, path, exposure));
  }
  return dedupe(fields);
}

/** The strictest of several marks. */
export function strictest(exposures: readonly Exposure[]): Exposure {
  return exposures.includes('secret') ? 'secret' : exposures.includes('hidden') ? 'hidden' : 'public';
}

function dedupe(fields: readonly ConfigField[]): readonly ConfigField[] {
  const byPath = new Map<string, ConfigField>();
  for (const field of fields) {
    const known = byPath.get(field.path);
    byPath.set(field.path, known ? { ...known, exposure: strictest([known.exposure, field.exposure]) } : field);
  }
  return [...byPath.values()];
}
