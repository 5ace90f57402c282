import type { Field, Option, Values } from './field.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * The fields of an object's schema. Where the schema is one of several (told apart by a property with a constant), they are those
 * of the chosen one, the first until there is a choice; the choice itself is a field.
 */
export function fieldsOf(schema: JsonSchema, values: Values, prefix = ''): readonly Field[] {
  const variants = schema.oneOf ?? schema.anyOf;
  const discriminator = variants && discriminatorOf(variants);
  if (!variants || discriminator === undefined) return fieldsOfObject(schema, values, prefix);
  const chosen = variants.find((variant) => constantOf(variant, discriminator) === values[prefix + discriminator]);
  return fieldsOfObject(chosen ?? (variants[0] as JsonSchema), values, prefix, {
    name: discriminator,
    options: variants.map((variant) => optionOf(variant.properties?.[discriminator] ?? {})),
  });
}

interface Choice {
  readonly name: string;
  readonly options: readonly Option[];
}

function fieldsOfObject(schema: JsonSchema, values: Values, prefix: string, choice?: Choice): readonly Field[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, { values, prefix, required: required.has(name), ...(choice ? { choice } : {}) }),
  );
}

interface FieldContext {
  readonly values: Values;
  readonly prefix: string;
  readonly required: boolean;
  readonly choice?: Choice;
}

function fieldOf(name: string, schema: JsonSchema, { values, prefix, required, choice }: FieldContext): Field {
  const path = prefix + name;
  const base = { path, required, title: schema.title ?? titleOf(name), description: schema.description ?? '' };
  if (choice?.name === name) {
    return {
      ...base,
      kind: 'choice',
      description: 'The sign-in method of the service.',
      required: true,
      options: choice.options,
    };
  }
  if (schema.const !== undefined) return { ...base, kind: 'choice', options: [optionOf(schema)] };
  if (schema.enum) {
    const options = schema.enum.map((value) => ({ value: String(value), title: titleOf(String(value)) }));
    return { ...base, kind: 'choice', options };
  }
  if (schema.properties || schema.oneOf || schema.anyOf) {
    const fields = fieldsOf(schema, values, `${path}.`);
    if (fields.length > 0) return { ...base, kind: 'group', fields };
  }
  const [example] = schema.examples ?? [];
  if (schema.type === 'boolean') return { ...base, kind: 'switch', fallback: schema.default === true };
  if (schema.format === 'password') return { ...base, kind: 'secret', isLong: isLong(example) };
  if (schema.type === 'string' || schema.type === 'integer' || schema.type === 'number') {
    return {
      ...base,
      kind: 'text',
      isNumber: schema.type !== 'string',
      isPrivate: schema.writeOnly === true,
      ...(example === undefined ? {} : { example: String(example) }),
      ...(schema.default === undefined ? {} : { fallback: String(schema.default) }),
    };
  }
  const isPrivate = JSON.stringify(schema).includes('"writeOnly":true');
  return { ...base, kind: 'json', isPrivate, ...(example === undefined ? {} : { example: JSON.stringify(example) }) };
}

function discriminatorOf(variants: readonly JsonSchema[]): string | undefined {
  const names = Object.keys(variants[0]?.properties ?? {});
  return names.find((name) => variants.every((variant) => constantOf(variant, name) !== undefined));
}

function constantOf(variant: JsonSchema, name: string): unknown {
  return variant.properties?.[name]?.const;
}

function optionOf(schema: JsonSchema): Option {
  const value = String(schema.const);
  return {
    value,
    title: titleOf(value),
    ...(schema.description === undefined ? {} : { description: schema.description }),
  };
}

/** Returns the label of a name such as `userPassword`. */
function titleOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Keys and documents have line breaks, which a password field would remove. */
function isLong(example: unknown): boolean {
  return typeof example === 'string' && /\n|^-----BEGIN|^\s*\{/.test(example);
}
