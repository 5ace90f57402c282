import type { IntegrationType } from '@portcullis/client';
import type { Field } from '../form/field.ts';
import { fieldsOf } from '../form/fields-of.ts';
import type { JsonSchema } from '../form/json-schema.ts';
import type { FieldTitles } from './form-words.ts';

type Schemas = Pick<IntegrationType, 'configSchema' | 'credentialsSchema'>;

/** Returns the titles of all fields of a type, those of every sign-in method included. */
export function fieldTitles({ configSchema, credentialsSchema }: Schemas): FieldTitles {
  const schemas = [credentialsSchema, configSchema].filter((schema) => schema !== undefined);
  return new Map(schemas.flatMap((schema) => variantsOf(schema).flatMap((variant) => titlesOf(fieldsOf(variant, {})))));
}

function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.oneOf ?? schema.anyOf ?? [schema];
}

function titlesOf(fields: readonly Field[], group = ''): readonly (readonly [path: string, title: string])[] {
  return fields.flatMap((field) => {
    const title = group + field.title;
    const own = [[field.path, title] as const];
    return field.kind === 'group' ? [...own, ...titlesOf(field.fields, `${title}: `)] : own;
  });
}
