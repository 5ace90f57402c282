import { z } from 'zod';

/** The part of JSON Schema 2020-12 that zod writes. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: unknown;
}

/** Returns the JSON Schema for the input of a zod schema, with all references resolved. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
}

/** Returns the alternatives of a schema; without alternatives, the schema itself. */
export function optionsOf(schema: JsonSchema): readonly JsonSchema[] {
  const options = schema.oneOf ?? schema.anyOf;
  return options ? options.flatMap(optionsOf) : [schema];
}

/** Returns the alternatives that a value can match, by type, constants and required members. */
export function optionsFor(schema: JsonSchema, value: unknown): readonly JsonSchema[] {
  return optionsOf(schema).filter((option) => fits(option, value));
}

/** Returns the JSON type of a value; that of a whole number is `integer`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function fits(schema: JsonSchema, value: unknown): boolean {
  const type = typeOf(value);
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.type && schema.type !== type && !(schema.type === 'number' && type === 'integer')) return false;
  if (type !== 'object' || !schema.properties) return true;
  const members = value as Readonly<Record<string, unknown>>;
  return (
    (schema.required ?? []).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(schema.properties).every(
      ([name, property]) => !Object.hasOwn(members, name) || optionsFor(property, members[name]).length > 0,
    )
  );
}
