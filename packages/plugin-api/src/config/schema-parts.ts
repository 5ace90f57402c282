import type { z } from 'zod';

/** The inner schemas of a schema, by the location of their values. */
export interface SchemaParts {
  /** At the same path: wrapped schemas, options of unions, both ends of a pipe. */
  readonly same: readonly z.core.$ZodType[];
  /** One level below: the members of an object by name, other parts (elements, record values) as `*`. */
  readonly below: readonly (readonly [name: string, schema: z.core.$ZodType])[];
}

/** The properties of zod definitions that hold other schemas. Source: zod's `core` package, `schemas`. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly left?: z.core.$ZodType;
  readonly right?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly getter?: () => z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly items?: readonly z.core.$ZodType[];
  readonly rest?: z.core.$ZodType | null;
  readonly keyType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly parts?: readonly unknown[];
}

/** The `type` of a schema's definition: `string`, `object`, `union`. */
export function schemaType(schema: z.core.$ZodType): string {
  return (schema._zod.def as unknown as Definition).type;
}

/** The parts of schemas that were taken apart before: a schema never changes, and each check visits it many times. */
const known = new WeakMap<z.core.$ZodType, SchemaParts>();

/** Takes a schema apart, one level deep. */
export function partsOf(schema: z.core.$ZodType): SchemaParts {
  const parts = known.get(schema) ?? takeApart(schema);
  known.set(schema, parts);
  return parts;
}

function takeApart(schema: z.core.$ZodType): SchemaParts {
  const def = schema._zod.def as unknown as Definition;
  const same = [def.innerType, def.in, def.out, def.left, def.right, ...(def.options ?? []), def.getter?.()];
  const unnamed = [def.catchall, def.element, ...(def.items ?? []), def.rest, def.keyType, def.valueType];
  return {
    same: [...same, ...(def.parts ?? [])].filter(isSchema),
    below: [
      ...Object.entries(def.shape ?? {}),
      ...unnamed.filter(isSchema).map((part): [string, z.core.$ZodType] => ['*', part]),
    ],
  };
}

/** Some properties of a definition contain plain values as well as schemas: the parts of a template literal. */
function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
