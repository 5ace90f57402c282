import type { Field } from './field.ts';
import { fieldsOf } from './fields-of.ts';
import type { JsonSchema } from './json-schema.ts';

/** Returns the paths of a form whose entries may be stored in the browser: those that are a secret in no variant. */
export function storablePaths(schema: JsonSchema): ReadonlySet<string> {
  const fields = (schema.oneOf ?? schema.anyOf ?? [schema]).flatMap((variant) => leavesOf(fieldsOf(variant, {})));
  const secret = new Set(fields.filter(isSecret).map(({ path }) => path));
  return new Set(fields.map(({ path }) => path).filter((path) => !secret.has(path)));
}

function isSecret(field: Field): boolean {
  return field.kind === 'secret' || ((field.kind === 'text' || field.kind === 'json') && field.isPrivate);
}

function leavesOf(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => (field.kind === 'group' ? leavesOf(field.fields) : [field]));
}
