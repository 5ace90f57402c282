import type { ValueField } from './field.ts';
import type { JsonSchema } from './json-schema.ts';
import { leavesOf } from './leaves-of.ts';

/** Returns the paths of a form whose entries may be stored in the browser: those that are a secret in no variant. */
export function storablePaths(schema: JsonSchema): ReadonlySet<string> {
  const fields = leavesOf(schema);
  const secret = new Set(fields.filter(isSecret).map(({ path }) => path));
  return new Set(fields.map(({ path }) => path).filter((path) => !secret.has(path)));
}

function isSecret(field: ValueField): boolean {
  return field.kind === 'secret' || ((field.kind === 'text' || field.kind === 'json') && field.isPrivate);
}
