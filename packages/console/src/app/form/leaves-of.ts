import type { Field, ValueField } from './field.ts';
import { fieldsOf } from './fields-of.ts';
import type { JsonSchema } from './json-schema.ts';

/** Returns the fields of all variants of a schema that hold one value. */
export function leavesOf(schema: JsonSchema): readonly ValueField[] {
  const variants = schema.oneOf ?? schema.anyOf ?? [schema];
  return variants.flatMap((variant) => fieldsOf(variant, {}).flatMap(leavesOfField));
}

function leavesOfField(field: Field): readonly ValueField[] {
  return field.kind === 'group' ? field.fields.flatMap(leavesOfField) : [field];
}
